/// One value of a YAML document, and where it stands.
///
/// What a scalar means is for the reader to say, who knows what is wanted: `no`, `1_000` and `0o7` are
/// texts here. Only `null` has a form of its own: <https://yaml.org/spec/1.2.2/#103-core-schema>.
public struct YAMLNode: Sendable, Equatable {
  /// What a node holds.
  public enum Content: Sendable, Equatable {
    /// A text; one that is plain stands without quotes.
    case scalar(String, isPlain: Bool)
    /// Nodes in order.
    case sequence([YAMLNode])
    /// Keys with their nodes, in order; no key stands twice.
    case mapping([Entry])
  }

  /// A key of a mapping with its node.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public let key: String
    /// Where the key stands.
    public let place: YAMLPlace
    /// What stands under it.
    public let value: YAMLNode
  }

  /// What the node holds.
  public let content: Content
  /// Where it starts.
  public let place: YAMLPlace

  /// Makes a node.
  public init(_ content: Content, at place: YAMLPlace) {
    self.content = content
    self.place = place
  }

  /// Whether this is YAML's null: nothing at all, `~`, or `null` without quotes.
  public var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The node under `key`, if this is a mapping that has one.
  public subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// What kind of node this is, in words.
  public var kind: String {
    switch content {
    case .scalar: isNull ? "nothing" : "a single value"
    case .sequence: "a list"
    case .mapping: "keys with values"
    }
  }
}

/// A place in a YAML text.
public struct YAMLPlace: Sendable, Equatable, Comparable {
  /// The line, counted from 1.
  public let line: Int
  /// The character in the line, counted from 1.
  public let column: Int

  /// Makes a place.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether `left` stands before `right`.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// What is wrong with a YAML text.
public struct YAMLFault: Error, Sendable, Equatable {
  /// Where.
  public let place: YAMLPlace
  /// What was expected and found; lower case, no full stop.
  public let message: String

  /// Makes a fault.
  public init(_ message: String, at place: YAMLPlace) {
    self.message = message
    self.place = place
  }
}
