/// A shell that completes command lines.
enum CompletionShell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The script that makes the shell ask the program.
  ///
  /// The scripts know no option: they ask `furrow completions SHELL -- WORD...` while a person types.
  /// The first line of the answer is `paths` where a path may stand, else `words`.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// The answer to the script.
  func answer(_ completion: Completion) -> String {
    var text = completion.takesPaths ? "paths\n" : "words\n"
    for candidate in completion.candidates { text += line(candidate) + "\n" }
    return text
  }

  private func line(_ candidate: Completion.Candidate) -> String {
    switch self {
    // What stands before `=` is not part of the word that bash replaces.
    case .bash:
      guard candidate.word.hasPrefix("--"), let equals = candidate.word.firstIndex(of: "=") else {
        return candidate.word
      }
      return String(candidate.word[equals...].dropFirst())
    case .zsh:
      let word = candidate.word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      return candidate.meaning.isEmpty ? word : "\(word):\(candidate.meaning)"
    case .fish:
      return candidate.meaning.isEmpty ? candidate.word : "\(candidate.word)\t\(candidate.meaning)"
    }
  }

  /// The words as other shells give them: bash cuts them at `=`, and leaves their quotes.
  func joined(_ words: [String]) -> [String] {
    guard self == .bash else { return words }
    let words = words.map(Self.unquoted)
    var result: [String] = []
    var isOpen = false
    for word in words {
      if word == "=", let last = result.last, last.hasPrefix("--"), !last.contains("=") {
        result[result.count - 1] = last + "="
        isOpen = true
      } else if isOpen, let last = result.last {
        result[result.count - 1] = last + word
        isOpen = false
      } else {
        result.append(word)
      }
    }
    return result
  }

  /// `word` without the quotes and backslashes that a shell takes away; one that is open counts too.
  private static func unquoted(_ word: String) -> String {
    var result = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        result.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static let bashScript = #"""
    # Completion of furrow for bash: source <(furrow completions bash)
    _furrow() {
      local answer word shown i
      COMPREPLY=()
      mapfile -t answer < <("${COMP_WORDS[0]}" completions bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      word=${COMP_WORDS[COMP_CWORD]}
      [[ $word == '=' ]] && word=
      for ((i = 1; i < ${#answer[@]}; i++)); do
        printf -v shown %q "${answer[i]}"
        COMPREPLY+=("${shown//\\,/,}")
      done
      if [[ ${answer[0]-} == paths ]]; then
        compopt -o filenames 2>/dev/null || :
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
      elif [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null || :
      fi
      return 0
    }
    complete -F _furrow furrow

    """#

  private static let zshScript = #"""
    #compdef furrow
    # Completion of furrow for zsh: in a folder of fpath as _furrow, or source <(furrow completions zsh)
    _furrow() {
      local -a answer
      answer=("${(@f)$("${words[1]}" completions zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
      if [[ ${answer[1]} == paths ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        _files
      fi
      shift answer
      (( ${#answer} )) && _describe -V furrow answer
    }
    if [[ ${funcstack[1]} == _furrow ]]; then _furrow "$@"; else compdef _furrow furrow; fi

    """#

  private static let fishScript = #"""
    # Completion of furrow for fish: furrow completions fish > ~/.config/fish/completions/furrow.fish
    function __furrow_complete
      set -l words (commandline -opc) (commandline -ct)
      set -l answer ($words[1] completions fish -- $words[2..-1] 2>/dev/null)
      test (count $answer) -gt 0; or return
      if test $answer[1] = paths
        set -l word (commandline -ct)
        set -l lead (string match -r -- '^--[^=]*=' $word)
        for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' $word))
          echo "$lead$path"
        end
      end
      for candidate in $answer[2..-1]
        echo $candidate
      end
    end
    complete -c furrow -f -a '(__furrow_complete)'

    """#
}
