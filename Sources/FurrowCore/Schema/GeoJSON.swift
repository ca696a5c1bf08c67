/// Whether a JSON value is a shape. <https://www.rfc-editor.org/rfc/rfc7946>
enum GeoJSON {
  static func isObject(_ value: JSONValue) -> Bool {
    guard isBox(member(value, "bbox")) else { return false }
    switch string(value, "type") {
    case "Feature":
      let geometry = member(value, "geometry")
      let properties = member(value, "properties")
      return (geometry == .null || geometry.map(isGeometry) ?? false)
        && (properties == .null || properties?.members != nil)
    case "FeatureCollection":
      return member(value, "features")?.items?.allSatisfy {
        string($0, "type") == "Feature" && isObject($0)
      } ?? false
    default: return isGeometry(value)
    }
  }

  /// A topology, or one of the geometries that refer to arcs.
  ///
  /// <https://github.com/topojson/topojson-specification#2-topojson-objects>
  static func isTopology(_ value: JSONValue) -> Bool {
    switch string(value, "type") {
    case "Topology": member(value, "objects")?.members != nil && member(value, "arcs")?.items != nil
    case "LineString", "MultiLineString", "Polygon", "MultiPolygon":
      member(value, "arcs")?.items != nil
    case "GeometryCollection": member(value, "geometries")?.items?.allSatisfy(isTopology) ?? false
    default: isGeometry(value)
    }
  }

  private static func isGeometry(_ value: JSONValue) -> Bool {
    let depths = [
      "Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2,
      "MultiPolygon": 3,
    ]
    guard let type = string(value, "type") else { return false }
    if type == "GeometryCollection" {
      return member(value, "geometries")?.items?.allSatisfy(isGeometry) ?? false
    }
    guard let depth = depths[type], let coordinates = member(value, "coordinates") else {
      return false
    }
    guard isBox(member(value, "bbox")), isPositions(coordinates, depth: depth) else { return false }
    switch type {
    case "LineString": return isLine(coordinates)
    case "MultiLineString": return coordinates.items?.allSatisfy(isLine) ?? false
    case "Polygon": return isPolygon(coordinates)
    case "MultiPolygon": return coordinates.items?.allSatisfy(isPolygon) ?? false
    default: return true
    }
  }

  /// Two positions or more; none is a shape without a place, which section 3.1 allows.
  private static func isLine(_ value: JSONValue) -> Bool { value.items?.count != 1 }

  /// Rings of four positions or more, of which the last is the first, section 3.1.6.
  private static func isPolygon(_ value: JSONValue) -> Bool {
    value.items?.allSatisfy { ring in
      guard let items = ring.items, let first = items.first, let last = items.last else {
        return true
      }
      return items.count >= 4 && first.isSame(as: last)
    } ?? false
  }

  /// Two corners of as many numbers each, section 5; none is fine.
  private static func isBox(_ value: JSONValue?) -> Bool {
    guard let value else { return true }
    guard let items = value.items, items.count >= 4, items.count.isMultiple(of: 2) else {
      return false
    }
    return items.allSatisfy { $0.double != nil }
  }

  private static func isPositions(_ value: JSONValue, depth: Int) -> Bool {
    guard let items = value.items else { return false }
    if depth == 0 {
      return items.isEmpty || items.count >= 2 && items.allSatisfy { $0.double != nil }
    }
    return items.allSatisfy { isPositions($0, depth: depth - 1) }
  }

  private static func member(_ value: JSONValue, _ key: String) -> JSONValue? {
    value.members?.first { $0.key == key }?.value
  }

  private static func string(_ value: JSONValue, _ key: String) -> String? {
    member(value, key)?.text
  }
}
