import FurrowCore
import FurrowFormats

// Times the parts of a run that no command shows by itself. Usage: furrow-bench scan FILE...

let arguments = CommandLine.arguments.dropFirst()
guard arguments.first == "scan", arguments.count > 1 else {
  print("usage: furrow-bench scan FILE...")
  exit(withStatus: 64)
}
for path in arguments.dropFirst() {
  do {
    print(try ScanBenchmark(path: path).run())
  } catch {
    print(error)
    exit(withStatus: 1)
  }
}
