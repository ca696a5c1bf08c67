/// The types of Table Schema, each with its formats and properties.
public enum FieldType: Sendable, Equatable {
  /// Text.
  case string(StringFormat)
  /// Numbers.
  case number(NumberForm)
  /// Whole numbers of any size.
  case integer(NumberForm)
  /// Truth values, by the words for them.
  case boolean(true: [String], false: [String])
  /// A JSON object.
  case object
  /// A JSON array.
  case array
  /// Values of one type with a delimiter between them.
  case list(delimiter: String, ListItem)
  /// A day.
  case date(TemporalFormat)
  /// A time of day.
  case time(TemporalFormat)
  /// A day with a time.
  case datetime(TemporalFormat)
  /// A year.
  case year
  /// A month of a year.
  case yearmonth
  /// A length of time.
  case duration
  /// A longitude with a latitude.
  case geopoint(PointFormat)
  /// A shape as GeoJSON or TopoJSON.
  case geojson(isTopology: Bool)
  /// Anything.
  case any

  /// What a text has to look like.
  public enum StringFormat: String, Sendable, CaseIterable {
    /// Anything.
    case `default`
    /// An address of mail.
    case email
    /// A URI with a scheme.
    case uri
    /// Bytes as base64.
    case binary
    /// A UUID.
    case uuid
  }

  /// How a point is written.
  public enum PointFormat: String, Sendable, CaseIterable {
    /// `lon, lat`.
    case `default`
    /// A JSON array of the two.
    case array
    /// A JSON object with both keys.
    case object
  }

  /// What a list holds.
  public enum ListItem: String, Sendable, CaseIterable {
    /// Text.
    case string
    /// Whole numbers.
    case integer
    /// Truth values.
    case boolean
    /// Numbers.
    case number
    /// Days with times.
    case datetime
    /// Days.
    case date
    /// Times of day.
    case time
  }

  /// The words for true, unless a schema has others.
  public static let trueValues = ["true", "True", "TRUE", "1"]
  /// The words for false, unless a schema has others.
  public static let falseValues = ["false", "False", "FALSE", "0"]

  /// The type's name in a schema.
  public var rawName: String {
    switch self {
    case .string: "string"
    case .number: "number"
    case .integer: "integer"
    case .boolean: "boolean"
    case .object: "object"
    case .array: "array"
    case .list: "list"
    case .date: "date"
    case .time: "time"
    case .datetime: "datetime"
    case .year: "year"
    case .yearmonth: "yearmonth"
    case .duration: "duration"
    case .geopoint: "geopoint"
    case .geojson: "geojson"
    case .any: "any"
    }
  }

  /// The type in a message, with its article and what it has to look like.
  public var description: String {
    switch self {
    case .string(.default), .any: "text"
    case .string(.email): "an email address"
    case .string(.uri): "a URI"
    case .string(.binary): "bytes as base64"
    case .string(.uuid): "a UUID"
    case .number(let form): "a number\(form.description)"
    case .integer(let form): "an integer\(form.description)"
    case .boolean(let yes, let no): "a boolean (\((yes + no).joined(separator: ", ")))"
    case .object: "a JSON object"
    case .array: "a JSON array"
    case .list(let delimiter, let item): "a list of \(item.rawValue), divided by '\(delimiter)'"
    case .date(let format): "a date (\(format.example(.date)))"
    case .time(let format): "a time (\(format.example(.time)))"
    case .datetime(let format): "a date with a time (\(format.example(.datetime)))"
    case .year: "a year (YYYY)"
    case .yearmonth: "a month of a year (YYYY-MM)"
    case .duration: "a duration (PnYnMnDTnHnMnS)"
    case .geopoint(.default): "a point (lon, lat)"
    case .geopoint(.array): "a point ([lon, lat])"
    case .geopoint(.object): "a point ({\"lon\": lon, \"lat\": lat})"
    case .geojson(let isTopology): isTopology ? "a TopoJSON object" : "a GeoJSON object"
    }
  }
}

/// How numbers are written.
public struct NumberForm: Sendable, Equatable {
  /// What stands before the fraction; empty where there is none.
  public var decimalChar = "."
  /// What stands between groups of digits; empty for nothing.
  public var groupChar = ""
  /// Whether nothing but the number may stand there.
  public var isBare = true

  /// Makes the form of XML Schema: a point, no groups.
  public init() {}

  /// Whether numbers are written as XML Schema has them.
  public var isDefault: Bool { self == NumberForm() }

  fileprivate var description: String {
    var parts: [String] = []
    if decimalChar != ".", !decimalChar.isEmpty {
      parts.append("decimal character '\(decimalChar)'")
    }
    if !groupChar.isEmpty { parts.append("group character '\(groupChar)'") }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}

/// How a date or time is written.
public enum TemporalFormat: Sendable, Equatable {
  /// As ISO 8601 and XML Schema have it.
  case `default`
  /// In one of the usual ways.
  case any
  /// As the directives of strptime say.
  case pattern(TemporalPattern)

  fileprivate func example(_ kind: TemporalKind) -> String {
    switch (self, kind) {
    case (.default, .date): "YYYY-MM-DD"
    case (.default, .time): "hh:mm:ss"
    case (.default, .datetime): "YYYY-MM-DDThh:mm:ss"
    case (.any, _): "in any usual form"
    case (.pattern(let pattern), _): pattern.text
    }
  }
}

/// What a point in time consists of.
public enum TemporalKind: Sendable, Equatable {
  /// A day.
  case date
  /// A time of day.
  case time
  /// Both.
  case datetime
}
