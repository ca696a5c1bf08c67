/// The bytes that text formats give a meaning to, by name.
public enum ASCII {
  /// NUL, 0x00.
  public static let nul: UInt8 = 0x00
  /// Horizontal tab, 0x09.
  public static let tab: UInt8 = 0x09
  /// Line feed, 0x0A.
  public static let lineFeed: UInt8 = 0x0A
  /// Carriage return, 0x0D.
  public static let carriageReturn: UInt8 = 0x0D
  /// Space, 0x20.
  public static let space: UInt8 = 0x20
  /// Quotation mark `"`, 0x22.
  public static let quote: UInt8 = 0x22
  /// Plus sign, 0x2B.
  public static let plus: UInt8 = 0x2B
  /// Comma, 0x2C.
  public static let comma: UInt8 = 0x2C
  /// Hyphen-minus, 0x2D.
  public static let minus: UInt8 = 0x2D
  /// Full stop, 0x2E.
  public static let period: UInt8 = 0x2E
  /// Digit zero, 0x30.
  public static let zero: UInt8 = 0x30
  /// Digit nine, 0x39.
  public static let nine: UInt8 = 0x39
  /// Colon, 0x3A.
  public static let colon: UInt8 = 0x3A
  /// Left square bracket `[`, 0x5B.
  public static let openBracket: UInt8 = 0x5B
  /// Backslash, 0x5C.
  public static let backslash: UInt8 = 0x5C
  /// Right square bracket `]`, 0x5D.
  public static let closeBracket: UInt8 = 0x5D
  /// Left curly bracket `{`, 0x7B.
  public static let openBrace: UInt8 = 0x7B
  /// Right curly bracket `}`, 0x7D.
  public static let closeBrace: UInt8 = 0x7D
}
