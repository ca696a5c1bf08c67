import FurrowCore
import FurrowFormats

// Times the parts of a run that no command shows by itself. Usage: furrow-bench scan|write FILE...

let arguments = CommandLine.arguments.dropFirst()
guard let part = arguments.first, ["scan", "write"].contains(part), arguments.count > 1 else {
  print("usage: furrow-bench scan|write FILE...")
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
