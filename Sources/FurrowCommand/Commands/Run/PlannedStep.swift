import Furrow

/// A step that is ready to run.
struct PlannedStep {
  let draft: StepDraft
  let arguments: ParsedArguments
  let work: any StepWork

  var name: String { draft.step.name }
  var kind: StepKind { draft.step.kind }

  /// Options that do not shape the rows that are loaded.
  private static let shapelessOptions: Set<String> = [
    "into", "jobs", "memory", "busy-timeout", "rejects", "progress", "frozen",
  ]

  /// What the rows of an import are made of: the contents of all files it reads, and its options.
  ///
  /// - Returns: `nil` for what is read only once, or is held against a table, or is no import.
  func fingerprint(in folder: String) throws(CommandFailure) -> String? {
    guard kind == .import, !draft.reads.contains(where: FileSource.isReadOnce) else { return nil }
    // The rows of a database are not all in the bytes of its file.
    guard texts(of: "against").isEmpty else { return nil }
    var lines: [String] = []
    for option in kind.options where !Self.shapelessOptions.contains(option.name) {
      // Paths are told from the pipeline's folder, wherever it is run from.
      lines += arguments.texts(of: option).texts.map { text in
        "\(option.name)=\(option.kind == .input ? Self.told(text, from: folder) : text)"
      }
    }
    for (name, value) in draft.variables.sorted(by: { $0.key < $1.key }) {
      lines.append("${\(name)}=\(value)")
    }
    for path in draft.reads {
      do throws(ReadFailure) {
        let (bytes, value) = try Checksum.ofFile(path)
        lines.append("\(Self.told(path, from: folder)) \(bytes) \(value)")
      } catch {
        throw CommandFailure(.failed, error.description)
      }
    }
    return ContentHash.hexadecimal(of: Array(lines.joined(separator: "\0").utf8))
  }

  private static func told(_ path: String, from folder: String) -> String {
    path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// The pipeline's database, under its own name, if the step uses it.
  var pipelineDatabase: String? { draft.usesPipelineDatabase ? draft.database : nil }

  /// Whether the step takes out what the table holds, so that what other steps loaded is gone.
  var emptiesTable: Bool {
    ["replace", "truncate"].contains(texts(of: "if-exists").last ?? "")
  }

  private func texts(of name: String) -> [String] {
    kind.options.first { $0.name == name }.map { arguments.texts(of: $0).texts } ?? []
  }
}
