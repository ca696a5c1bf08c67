import Furrow

/// `furrow init`: a pipeline to begin with, made of a folder of files.
package enum InitCommand {
  package static let command = Command(
    name: "init",
    summary: "write a pipeline, schemas and a first migration for a folder of data files",
    synopsis: ["furrow init FOLDER"],
    positionals: [
      Positional("FOLDER", .one, .output, help: "folder with CSV, TSV, JSON or NDJSON files")
    ],
    examples: [
      Command.Example(
        "furrow init data",
        "read the files of data, and write furrow.yaml, schemas and migrations beside them"
      )
    ],
    body: .run { arguments, console in
      let folder = try arguments.positional("FOLDER")
      let starter = try PipelineStarter(folder, console)
      for (path, text) in starter.files {
        if let slash = path.lastIndex(of: "/") { try Folder.make(String(path[..<slash])) }
        try NewFile.make(path, text)
        try console.write("\(path)\n")
      }
      console.note("next: furrow run \(DisplayText.escaped(starter.pipelinePath)) --dry-run")
      return .complete
    }
  )
}
