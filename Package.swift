// swift-tools-version: 6.2
import PackageDescription

/// The compiler settings of every Swift target: nothing is let through with a warning.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableExperimentalFeature("Lifetimes"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
  name: "furrow",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .library(name: "Furrow", targets: ["Furrow"]),
    .executable(name: "furrow", targets: ["furrow-cli"]),
    .executable(name: "furrow-bench", targets: ["Benchmarks"]),
  ],
  targets: [
    // Doors to C: a module map and a header each.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCSV", providers: [.apt(["libcsv-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .target(name: "CScan"),

    .target(name: "FurrowCore"),
    .target(name: "FurrowSQLite", dependencies: ["FurrowCore", "CSQLite", "CDigest"]),
    .target(
      name: "FurrowFormats",
      dependencies: ["FurrowCore", "CScan", "CCSV", "CZlib", "CZstd", "CYAML", "CDigest"]
    ),
    .target(
      name: "FurrowPipeline",
      dependencies: [
        "FurrowCore", "FurrowFormats", "FurrowSQLite", "CScan", "CPCRE2", "CUTF8Proc",
      ]
    ),
    .target(
      name: "Furrow",
      dependencies: ["FurrowCore", "FurrowFormats", "FurrowSQLite", "FurrowPipeline"]
    ),
    .target(name: "FurrowCommand", dependencies: ["Furrow"]),
    .executableTarget(name: "furrow-cli", dependencies: ["FurrowCommand"]),

    // Two small apps, to read and to copy from.
    .target(name: "MovieCatalog", dependencies: ["Furrow"], path: "Sources/Examples/MovieCatalog"),
    .target(name: "ContactBook", dependencies: ["Furrow"], path: "Sources/Examples/ContactBook"),
    .executableTarget(
      name: "movies",
      dependencies: ["MovieCatalog"],
      path: "Sources/Examples/movies"
    ),
    .executableTarget(
      name: "contacts",
      dependencies: ["ContactBook"],
      path: "Sources/Examples/contacts"
    ),

    .target(name: "TestSupport", dependencies: ["Furrow"], path: "Tests/TestSupport"),
    .target(name: "CLoops", dependencies: ["CSQLite"], path: "Tests/Benchmarks/CLoops"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["FurrowCore", "FurrowFormats", "FurrowSQLite", "CLoops", "TestSupport"],
      path: "Tests/Benchmarks",
      exclude: ["CLoops"]
    ),
    .testTarget(name: "FurrowCoreTests", dependencies: ["FurrowCore", "TestSupport"]),
    .testTarget(name: "FurrowSQLiteTests", dependencies: ["FurrowSQLite", "TestSupport"]),
    .testTarget(
      name: "FurrowPipelineTests",
      dependencies: [
        "FurrowPipeline", "FurrowSQLite", "FurrowFormats", "FurrowCore", "TestSupport",
      ]
    ),
    .testTarget(
      name: "FurrowCommandTests",
      dependencies: ["FurrowCommand", "Furrow", "TestSupport"]
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["MovieCatalog", "ContactBook", "Furrow", "TestSupport"]
    ),
    .testTarget(
      name: "FurrowFormatsTests",
      dependencies: ["FurrowFormats", "CScan", "TestSupport"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets
where target.type != .system && !["CScan", "CLoops"].contains(target.name) {
  target.swiftSettings = strict
}
