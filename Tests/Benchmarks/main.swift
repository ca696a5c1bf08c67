import FurrowCore
import FurrowFormats

// Times the parts of a run that no command shows by itself. Usage: furrow-bench scan|write FILE..., or
// furrow-bench sqlite [ROWS], or furrow-bench fuzz [SECONDS [SEED]], or furrow-bench compare
// [RECORDS [SEED]].

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "sqlite" {
  let rows = arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
  do {
    for line in try SQLiteBenchmark(rows: rows).run() { print(line) }
    exit(withStatus: 0)
  } catch {
    print(error)
    exit(withStatus: 1)
  }
}
if let part = arguments.first, part == "fuzz" || part == "compare" {
  let numbers = arguments.dropFirst().compactMap { UInt64($0) }
  let count = numbers.first.map { Int(clamping: $0) }
  do {
    let fuzz = ReaderFuzz(
      extent: part == "fuzz" ? .seconds(count ?? 60) : .records(count ?? 1_000_000),
      seed: numbers.dropFirst().first ?? 1
    )
    print(try fuzz.run())
    exit(withStatus: 0)
  } catch {
    print(error)
    exit(withStatus: 1)
  }
}
guard let part = arguments.first, ["scan", "write"].contains(part), arguments.count > 1 else {
  print(
    "usage: furrow-bench scan|write FILE..., furrow-bench sqlite [ROWS],"
      + " furrow-bench fuzz [SECONDS [SEED]], or furrow-bench compare [RECORDS [SEED]]"
  )
  exit(withStatus: 64)
}
for path in arguments.dropFirst() {
  do {
    let figure =
      part == "scan" ? try ScanBenchmark(path: path).run() : try WriteBenchmark(path: path).run()
    print(figure)
  } catch {
    print(error)
    exit(withStatus: 1)
  }
}
