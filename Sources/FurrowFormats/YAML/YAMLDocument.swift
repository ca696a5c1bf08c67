/// Reads one YAML document whole; JSON is YAML, too. <https://yaml.org/spec/1.2.2/>
///
/// What can be told in a small text can be very large: an alias stands for all that its anchor holds.
/// So the bytes, the nodes and the depth have bounds, and what is beyond them is a fault. Tags other
/// than those of the core schema, a second document and a key that stands twice are faults, too.
public struct YAMLDocument {
  /// The most bytes that are read.
  public static let maximumBytes = 1 << 20
  /// The most nodes, those counted that aliases stand for.
  public static let maximumNodes = 100_000
  /// How deep nodes may stand in one another.
  public static let maximumDepth = 64

  private let events: YAMLEvents
  /// Finished nodes by their anchors, and how many nodes each is.
  private var anchors: [String: (node: YAMLNode, count: Int)] = [:]
  private var openAnchors: Set<String> = []
  private var count = 0

  /// Returns the root of the document that `bytes` are; UTF-8, or UTF-16 with a byte order mark.
  ///
  /// - Throws: ``YAMLFault`` when they are no YAML, or beyond a bound.
  public static func root(of bytes: [UInt8]) throws(YAMLFault) -> YAMLNode {
    guard bytes.count <= maximumBytes else {
      throw YAMLFault(
        "expected at most \(maximumBytes) bytes, found \(bytes.count)",
        at: YAMLPlace(line: 1, column: 1)
      )
    }
    var document = YAMLDocument(events: try YAMLEvents(bytes))
    return try document.root()
  }

  private init(events: YAMLEvents) {
    self.events = events
  }

  private mutating func root() throws(YAMLFault) -> YAMLNode {
    _ = try events.next()
    let start = try events.next()
    guard case .documentStart = start.event else {
      return YAMLNode(.scalar("", isPlain: true), at: start.place)
    }
    let root = try node(from: events.next(), depth: 0)
    _ = try events.next()
    let end = try events.next()
    guard case .streamEnd = end.event else {
      throw YAMLFault("expected one document, found a second one", at: end.place)
    }
    return root
  }

  private mutating func node(
    from found: YAMLEvents.Found,
    depth: Int
  ) throws(YAMLFault) -> YAMLNode {
    try bound(1, depth, at: found.place)
    if let tag = found.tag, !Self.isCore(tag) {
      throw YAMLFault("expected no tag, found \(tag)", at: found.place)
    }
    if case .alias(let name) = found.event { return try again(name, at: found.place) }
    let start = count
    if let anchor = found.anchor { openAnchors.insert(anchor) }
    let content: YAMLNode.Content
    switch found.event {
    case .scalar(let text, let isPlain):
      content = .scalar(text, isPlain: isPlain && found.tag != "tag:yaml.org,2002:str")
    case .sequenceStart: content = .sequence(try sequence(depth: depth + 1))
    case .mappingStart: content = .mapping(try mapping(depth: depth + 1))
    default: throw YAMLFault("expected a value", at: found.place)
    }
    let node = YAMLNode(content, at: found.place)
    if let anchor = found.anchor {
      openAnchors.remove(anchor)
      anchors[anchor] = (node, count - start + 1)
    }
    return node
  }

  private mutating func sequence(depth: Int) throws(YAMLFault) -> [YAMLNode] {
    var nodes: [YAMLNode] = []
    while true {
      let found = try events.next()
      if case .end = found.event { return nodes }
      nodes.append(try node(from: found, depth: depth))
    }
  }

  private mutating func mapping(depth: Int) throws(YAMLFault) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    while true {
      let found = try events.next()
      if case .end = found.event { return entries }
      guard case .scalar(let key, _) = try node(from: found, depth: depth).content else {
        throw YAMLFault("expected a text as key, found another kind of node", at: found.place)
      }
      if let line = lines.updateValue(found.place.line, forKey: key) {
        throw YAMLFault(
          "expected each key once, found \"\(key)\" again, which stands on line \(line), too",
          at: found.place
        )
      }
      let value = try node(from: events.next(), depth: depth)
      entries.append(YAMLNode.Entry(key: key, place: found.place, value: value))
    }
  }

  private mutating func again(_ name: String, at place: YAMLPlace) throws(YAMLFault) -> YAMLNode {
    guard !openAnchors.contains(name) else {
      throw YAMLFault("expected an alias of something else, found *\(name) in itself", at: place)
    }
    guard let (node, size) = anchors[name] else {
      throw YAMLFault("expected an alias of an anchor before it, found *\(name)", at: place)
    }
    try bound(size, 0, at: place)
    return node
  }

  private mutating func bound(
    _ more: Int,
    _ depth: Int,
    at place: YAMLPlace
  ) throws(YAMLFault) {
    count += more
    guard count <= Self.maximumNodes else {
      throw YAMLFault("expected at most \(Self.maximumNodes) values, found more", at: place)
    }
    guard depth <= Self.maximumDepth else {
      throw YAMLFault("expected at most \(Self.maximumDepth) levels, found more", at: place)
    }
  }

  private static func isCore(_ tag: String) -> Bool {
    let start = "tag:yaml.org,2002:"
    guard tag.hasPrefix(start) else { return tag == "!" }
    return ["str", "int", "float", "bool", "null", "seq", "map"]
      .contains(String(tag.dropFirst(start.count)))
  }
}
