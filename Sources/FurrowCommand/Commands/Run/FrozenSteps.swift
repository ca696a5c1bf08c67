import Furrow

/// Which steps of a run hold their sources against the locks beside them.
package enum FrozenSteps: Sendable, Equatable {
  /// Those that say so.
  case asWritten
  /// Those with a source that has a lock, too: where a program runs the pipeline.
  case whereLocked
  /// All that read files which no step writes.
  case all

  /// Follows `--frozen`, and without it the variable `CI`, which services of continuous integration set.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    if try arguments[Options.frozen] {
      self = .all
    } else if !arguments.texts(of: Options.frozen.option).texts.isEmpty {
      self = .asWritten
    } else {
      let value = arguments.environment["CI"] ?? ""
      self = ["", "0", "false"].contains(value.lowercased()) ? .asWritten : .whereLocked
    }
  }
}

extension StepReader {
  /// Decides whether the sources of `draft` have to have the shapes of their locks.
  func hold(_ draft: inout StepDraft) {
    let key = Options.frozen.option.name
    let kind = draft.step.kind
    guard kind.options.contains(where: { $0.name == key }) else { return }
    // A package says itself what its files have to be.
    if draft.isPackage { return }
    let isMade = draft.sources.contains { isWritten($0, among: written) }
    let locks = draft.sources.map(ShapeLock.path).filter(Folder.hasFile)
    if draft.given[key] == nil, !isMade,
      frozen == .all || frozen == .whereLocked && !locks.isEmpty
    {
      draft.given[key] = [FlagText.on]
    }
    guard draft.given[key] == [FlagText.on] else { return }
    draft.isProvedFirst = !isMade
    draft.reads += locks
  }
}
