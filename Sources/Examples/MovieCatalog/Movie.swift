public import Furrow

/// A film of the catalogue, as a row of the table `movies`.
public struct Movie: Storable, Equatable, Sendable {
  /// The number that the database gave it.
  public var id: Int64?
  /// The title.
  public var title: String
  /// The kind of film.
  public var category: String
  /// The year of its first showing.
  public var year: Int
  /// The address of the page about it.
  public var page: String?
  /// The address of its cover's picture.
  public var cover: String
  /// Whether it was watched.
  public var isWatched: Bool
  /// How much it is liked, from 0 to 3.
  public var likes: Int

  /// The columns, for the names of properties.
  public enum CodingKeys: String, CodingKey {
    case id = "movieID"
    case title, category, year
    case page = "movieURL"
    case cover = "coverURL"
    case isWatched = "watched"
    case likes
  }

  /// The table that the migrations make.
  public static let table = Table("movies", key: id)
  static let id = Column(CodingKeys.id, \Movie.id)
  static let category = Column(CodingKeys.category, \Movie.category)
  static let year = Column(CodingKeys.year, \Movie.year)
}
