public import FurrowCore

extension TableProfile {
  /// What was found out, as a JSON object.
  public var json: JSONValue {
    [
      "name": .string(name),
      "read": .integer(read),
      "rejected": .object(
        rejected.map { JSONValue.Member($0.code.rawValue, .integer($0.count)) }
      ),
      "records": .integer(records),
      "duplicates": duplicates.json,
      "bytes": .integer(bytes),
      "columns": .array(columns.map(\.json)),
      "warnings": .array(warnings.map(JSONValue.string)),
      "seconds": .number(duration.inSeconds),
    ]
  }
}

extension ColumnProfile.Count {
  fileprivate var json: JSONValue { ["value": .integer(value), "isExact": .bool(isExact)] }
}

extension ColumnProfile {
  fileprivate var json: JSONValue {
    [
      "name": .string(name),
      "type": .string(type),
      "ruledOut": .array(
        exclusions.map {
          [
            "type": .string($0.kind.rawValue), "line": .integer($0.line),
            "value": .string($0.value),
          ]
        }
      ),
      "values": .integer(values),
      "nulls": .integer(nulls),
      "empties": .integer(empties),
      "blobs": .integer(blobs),
      "distinct": distinct.json,
      "frequent": .array(frequent.map(\.json)),
      "isFrequentExact": .bool(isFrequentExact),
      "numbers": numbers?.json ?? .null,
      "texts": texts?.json ?? .null,
    ]
  }
}

extension ColumnProfile.Frequency {
  fileprivate var json: JSONValue {
    ["text": .string(text), "isCut": .bool(isCut), "count": .integer(count)]
  }
}

extension ColumnProfile.Numbers {
  fileprivate var json: JSONValue {
    [
      "minimum": wholeRange.map { .integer(Int($0.lowerBound)) } ?? .number(minimum),
      "maximum": wholeRange.map { .integer(Int($0.upperBound)) } ?? .number(maximum),
      "mean": .number(mean),
      "deviation": .number(deviation),
      "quantiles": .array(
        quantiles.map { ["rank": .number($0.rank), "number": .number($0.number)] }
      ),
      "histogram": .array(
        histogram.map {
          ["from": .number($0.from), "to": .number($0.to), "count": .integer($0.count)]
        }
      ),
      "isExact": .bool(isExact),
    ]
  }
}

extension ColumnProfile.Texts {
  fileprivate var json: JSONValue {
    [
      "shortest": .integer(shortest),
      "longest": .integer(longest),
      "mean": .number(mean),
      "first": .string(first),
      "last": .string(last),
      "patterns": .array(patterns.map(\.json)),
      "isExact": .bool(isExact),
    ]
  }
}
