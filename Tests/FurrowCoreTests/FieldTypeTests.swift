import FurrowCore
import Testing

@Suite struct `A field of a schema` {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The field's descriptor without its name.
    var field: String
    var good: [String]
    var bad: [String]
    var testDescription: String { field }
  }

  static let cases = [
    Case(
      field: #""type": "integer""#,
      good: ["7", "+7", "-0", "007", "9223372036854775807", "9223372036854775808"],
      bad: ["1.0", "1e3", "0x10", "1,000", "1_0", "٣", "--5", "5-", "", " 1", "NaN", "+", "-"]
    ),
    Case(
      field: #""type": "number""#,
      good: [
        "1", "-1.23", "+100000.00", ".5", "5.", "1E5", "1.5e-3", "NaN", "inf", "-INF", "1e999",
        "123456789012345678901234567890",
      ],
      bad: [
        "Infinity", "1e", "E5", "1.2.3", "1 000", "12%", "0x1p3", "1_0.5", "١.5", "1d0", ".", "",
        "+INF", "-NaN", "1e+", "1e1.5",
      ]
    ),
    Case(
      field: #""type": "number", "decimalChar": ",", "groupChar": ".""#,
      good: ["1,20", "1.234,56", "1.000.000", "-0,5", "1"],
      bad: ["1,234.56", "1,2,3", ".1", "1..2", "1.", "1,2.3"]
    ),
    Case(
      field: #""type": "number", "groupChar": ",", "bareNumber": false"#,
      good: ["$10000.00", "  10,000.00 €", "95%", "EUR -12.3", "€-12.3", "€ .5", "NaN"],
      // A minus that is not right before the digits would be lost.
      bad: ["", "€", "1a2", "$10:000", "-$5", "\u{2212}€5", "- 5", "--5", "5-", "5 - €"]
    ),
    Case(
      field: #""type": "integer", "groupChar": ".""#,
      good: ["1.000", "-12.345.678", "1000"],
      bad: ["1,000", "1.", ".1", "1.000,5", "1..0"]
    ),
    Case(
      field: #""type": "number", "groupChar": ",""#,
      good: ["1,000e10", "1,000.5"],
      bad: ["1e1,0", "1,000e1,0", "1.5,0"]
    ),
    Case(
      field: #""type": "integer", "groupChar": "\u00a0""#,
      good: ["1\u{A0}234", "1234"],
      bad: ["1\u{202F}234", "1 234", "\u{A0}1"]
    ),
    Case(
      field: #""type": "boolean""#,
      good: ["true", "True", "TRUE", "1", "false", "False", "FALSE", "0"],
      bad: ["yes", "tRUE", "2", "true ", "1.0", ""]
    ),
    Case(
      field: #""type": "boolean", "trueValues": ["ja"], "falseValues": ["nein"]"#,
      good: ["ja", "nein"],
      bad: ["Ja", "true", "0"]
    ),
    Case(
      field: #""type": "date""#,
      good: ["2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"],
      bad: [
        "2023-02-29", "1900-02-29", "2023-13-01", "2023-00-10", "2023-1-5", "20230105",
        "2024-01-01T00:00:00", " 2024-01-01", "٢024-01-01", "2024-04-31", "2024-01-00",
      ]
    ),
    Case(
      field: #""type": "date", "format": "%d/%m/%y""#,
      good: ["21/11/06", "1/2/99"],
      bad: ["21/11/2006", "32/1/06", "21-11-06", "29/2/23", ""]
    ),
    Case(
      field: #""type": "date", "format": "%G-W%V-%u""#,
      good: ["2020-W53-7", "2026-W01-1", "2024-W52-5"],
      bad: ["2021-W53-1", "2020-W54-1", "2020-W00-1", "2020-W10-8", "2020-W10"]
    ),
    Case(
      field: #""type": "date", "format": "%Y %W %w""#,
      good: ["2020 0 0", "2020 53 6", "2020 07 1"],
      bad: ["2020 54 1", "2020 7 8", "2020 7"]
    ),
    Case(
      field: #""type": "date", "format": "%j %Y""#,
      good: ["366 2020", "1 2021", "060 2021"],
      bad: ["366 2021", "0 2020", "367 2020"]
    ),
    Case(field: #""type": "date", "format": "%x""#, good: ["12/31/99"], bad: ["31/12/99"]),
    Case(
      field: #""type": "datetime", "format": "%c""#,
      good: ["Mon Nov 30 10:00:00 2026", "monday november 30 10:00:00 2026"],
      bad: ["Nov 30 10:00:00 2026", "Mon Nov 31 10:00:00 2026"]
    ),
    Case(
      field: #""type": "date", "format": "%d%%%m%%%Y""#,
      good: ["01%02%2020"],
      bad: ["01/02/2020", "01%%02%%2020"]
    ),
    Case(
      field: #""type": "date", "format": "any""#,
      good: ["2019-01-01", "10th Jan 1969", "January 2, 1970", "03/04/2025", "24.12.2024"],
      bad: ["10th Jan nineteen sixty nine", "invalid", "30 Feb 2020"]
    ),
    Case(
      field: #""type": "datetime""#,
      good: [
        "2014-01-01T06:00:00", "2014-01-01T06:00:00Z", "2014-01-01T06:00:00.300-05:00",
        "2014-12-31T24:00:00", "12014-01-01T00:00:00",
      ],
      bad: [
        "2014-01-01", "2014-01-01 06:00:00", "2014-01-01T06:00", "2014-01-01T06:00:00+1:00",
        "2014-01-01T24:00:01", "2014-01-01T06:00:60", "2014-02-30T06:00:00", "T06:00:00",
      ]
    ),
    Case(
      field: #""type": "datetime", "format": "%H:%M %d/%m/%Y""#,
      good: ["16:30 21/11/2006"],
      bad: ["21/11/2006 16:30", "24:00 1/1/2000"]
    ),
    Case(
      field: #""type": "time""#,
      good: ["06:00:00", "23:59:59"],
      bad: ["6:00:00", "24:00:00", "09:00", "3 am", "06:00:00Z", "06:00:00.5", "06:60:00"]
    ),
    Case(
      field: #""type": "time", "format": "%I:%M %p""#,
      good: ["3:00 am", "12:59 PM"],
      bad: ["13:00 pm", "3:00", "0:10 am"]
    ),
    Case(
      field: #""type": "time", "format": "%H%M""#,
      good: ["0930", "930", "2359", "000"],
      bad: ["2400", "2360", "09", "9300"]
    ),
    Case(
      field: #""type": "year""#,
      good: ["2000", "-0044", "12000", "2000Z"],
      bad: ["3.14", "99"]
    ),
    Case(
      field: #""type": "yearmonth""#,
      good: ["2000-10", "-0001-01"],
      bad: ["2000-13", "2000-0", "2000-13-20", "13"]
    ),
    Case(
      field: #""type": "duration""#,
      good: ["P1Y", "PT5M", "-P1Y2M3DT4H5M6.789S", "P0D", "P1M"],
      bad: ["P", "1Y", "PT", "P1S", "P1YT", "P1M1Y", "PT1.5H", "P1.5Y", "P-1Y"]
    ),
    Case(
      field: #""type": "geopoint""#,
      good: ["90.50, 45.50", "180,90", "-1.5,2"],
      bad: ["181,0", "0,91", "1", "a,b", "1,2,3", "1, ,2"]
    ),
    Case(
      field: #""type": "geopoint", "format": "array""#,
      good: ["[90.50, 45.50]"],
      bad: ["90,45", "[1]", "[1,2,3]", "[\"a\",1]", "[181,0]"]
    ),
    Case(
      field: #""type": "geopoint", "format": "object""#,
      good: [#"{"lon": 90.50, "lat": 45.50}"#],
      bad: [#"{"lon": 1}"#, #"{"lon": 1, "lat": 2, "x": 3}"#, "[1,2]"]
    ),
    Case(
      field: #""type": "geojson""#,
      good: [
        #"{"type": "Point", "coordinates": [1, 2]}"#,
        #"{"type": "Feature", "geometry": null, "properties": {"a": 1}}"#,
      ],
      bad: ["{}", #"{"type": "Point", "coordinates": [[1]]}"#, "[]", "x"]
    ),
    Case(
      field: #""type": "geojson", "title": "lines""#,
      good: [
        #"{"type": "LineString", "coordinates": [[1, 2], [3, 4]], "bbox": [1, 2, 3, 4]}"#,
        #"{"type": "LineString", "coordinates": []}"#,
        #"{"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 1], [0.0, 0]]]}"#,
        #"{"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 1], [0, 1], [0, 0]]]]}"#,
      ],
      bad: [
        #"{"type": "LineString", "coordinates": [[1, 2]]}"#,
        #"{"type": "MultiLineString", "coordinates": [[[1, 2], [1, 3]], [[1, 2]]]}"#,
        #"{"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 0]]]}"#,
        #"{"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 1], [0, 2]]]}"#,
        #"{"type": "Point", "coordinates": [1, 2], "bbox": [1, 2, 3]}"#,
        #"{"type": "Feature", "geometry": null, "properties": null, "bbox": "x"}"#,
      ]
    ),
    Case(
      field: #""type": "object""#,
      good: ["{}", #"{"a": [1]}"#],
      bad: ["[]", "1", "{a:1}", ""]
    ),
    Case(field: #""type": "array""#, good: ["[]", "[1, {}]"], bad: ["{}", "[1,]", "string"]),
    Case(
      field: #""type": "list", "itemType": "date", "delimiter": ";""#,
      good: ["2024-01-01", "2024-01-01;2024-01-02"],
      bad: ["2024-01-01,2024-01-02", "2024-01-01;", "x"]
    ),
    Case(
      field: #""type": "string", "format": "email""#,
      good: ["name@gmail.com", "a.b+c@x-y.example", "\"a b\"@x.de", "ü@ü.de"],
      bad: [
        "http://google.com", "string", "a..b@x.de", ".a@x.de", "a@-x.de", "a@x..de", "@x", "a@",
      ]
    ),
    Case(
      field: #""type": "string", "format": "uri""#,
      good: ["http://google.com", "mailto:a@b", "urn:isbn:1", "http://x/%20"],
      bad: ["://no-scheme.test", "string", "http://a b", "http://x/%2", "1x:y", "http:"]
    ),
    Case(
      field: #""type": "string", "format": "uuid""#,
      good: ["123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"],
      bad: ["123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"]
    ),
    Case(
      field: #""type": "string", "format": "binary""#,
      good: ["dGVzdA==", "YQ==", ""],
      bad: ["string", "YQ=", "a b="]
    ),
    Case(field: #""type": "string""#, good: ["", "x", "🦊"], bad: []),
    Case(field: "\"title\": \"no type\"", good: ["", "x"], bad: []),
  ]

  @Test(arguments: cases)
  func `takes the values of its type and no others`(_ this: Case) throws {
    let text = "{\"fields\": [{\"name\": \"a\", \(this.field)}]}"
    let schema = try Schema(JSONCursor(try JSONParser.value(of: Array(text.utf8))))
    for good in this.good {
      #expect(schema.fields[0].type.value(of: Array(good.utf8).span) != nil, "refused \(good)")
    }
    for bad in this.bad {
      #expect(schema.fields[0].type.value(of: Array(bad.utf8).span) == nil, "took \(bad)")
    }
  }

  @Test(
    arguments: [
      ("duration", "P1M", "P32D", true), ("duration", "P1M", "P30D", nil),
      ("duration", "P1Y", "P13M", true),
      ("datetime", "2020-01-01T00:00:00+01:00", "2020-01-01T00:00:00Z", true),
      ("date", "1999-12-31", "2000-01-01", true), ("year", "-0001", "0001", true),
      ("integer", "9223372036854775807", "99999999999999999999", true), ("number", "NaN", "1", nil),
      ("integer", "18446744073709551615", "18446744073709551616", true),
      ("integer", "-18446744073709551616", "-18446744073709551615", true),
      ("integer", "00018446744073709551615", "18446744073709551615", false),
      ("number", "9007199254740992", "9007199254740993", true),
      ("number", "0.09999999999999999999", "0.1", true),
      ("number", "0.1", "0.10000000000000000001", true), ("number", "0.1", "1e-1", false),
      ("number", "1e400", "1e401", true), ("number", "-1e-400", "0", true),
      ("number", "1e400", "INF", true), ("number", "-INF", "-1e400", true),
      ("number", "0", "-0.000", false), ("number", "1e400", "NaN", nil),
    ] as [(String, String, String, Bool?)]
  )
  func `has the order of its type`(type: String, left: String, right: String, isLess: Bool?) throws
  {
    let text = "{\"fields\": [{\"name\": \"a\", \"type\": \"\(type)\"}]}"
    let schema = try Schema(JSONCursor(try JSONParser.value(of: Array(text.utf8))))
    let type = schema.fields[0].type
    let values = [left, right].compactMap { type.value(of: Array($0.utf8).span) }
    #expect(values.count == 2)
    #expect(values[0].isLess(than: values[1]) == isLess)
  }

  @Test(
    arguments: [
      ("string", "\u{E9}", "\u{E9}", true), ("string", "\u{E9}", "e\u{301}", false),
      ("integer", "007", "+7", true), ("integer", "9007199254740993", "9007199254740992", false),
      ("integer", "18446744073709551615", "018446744073709551615", true),
      ("number", "1.1", "1.10000000000000000000", true), ("number", "0", "-0.0", true),
      ("number", "0.1", "0.10000000000000000001", false), ("number", "NaN", "nan", true),
      ("number", "1e400", "10e399", true), ("boolean", "true", "1", true),
      ("datetime", "2020-01-01T01:00:00+01:00", "2020-01-01T00:00:00Z", true),
    ] as [(String, String, String, Bool)]
  )
  func `has equal values where its keys are, in a list, too`(
    type: String,
    left: String,
    right: String,
    areSame: Bool
  ) throws {
    for (field, ending) in [
      ("\"type\": \"\(type)\"", ""), ("\"type\": \"list\", \"itemType\": \"\(type)\"", ""),
      ("\"type\": \"list\", \"itemType\": \"\(type)\"", ",\(left)"),
    ] {
      let text = "{\"fields\": [{\"name\": \"a\", \(field)}]}"
      let type = try Schema(JSONCursor(try JSONParser.value(of: Array(text.utf8)))).fields[0].type
      let values = [left, right].compactMap { type.value(of: Array(($0 + ending).utf8).span) }
      try #require(values.count == 2)
      let keys = values.map { value in
        var key: [UInt8] = []
        value.appendKey(to: &key)
        return key
      }
      #expect(values[0].isSame(as: values[1]) == areSame, "\(values)")
      #expect((keys[0] == keys[1]) == areSame, "\(values)")
      guard case .list(let items) = values[0] else { continue }
      #expect(!LogicalValue.list(items + items).isSame(as: values[0]))
    }
  }

  @Test func `has one canonical form for each number`() {
    func canonical(_ text: String) -> [UInt8]? {
      var bytes: [UInt8] = []
      return DecimalText.appendCanonical(Array(text.utf8).span, to: &bytes) ? bytes : nil
    }
    for same in [
      ["1", "1.0", "+01", "1E0", "10e-1", "0.1e1"], ["0", "-0", "0.00", "0e9"],
      ["-1200", "-1.2e3", "-1200.0"], ["inf", "INF"],
    ] {
      for text in same { #expect(canonical(text) == canonical(same[0]), "\(text)") }
    }
    let different = ["1", "10", "-1", "0", "0.1", "1.000000000000000000000001", "1e400", "nan"]
    #expect(Set(different.map(canonical)).count == different.count)
    #expect(canonical(" 1") == nil)
  }
}
