internal import CYAML

/// The events of a YAML text, as libyaml finds them. <https://pyyaml.org/wiki/LibYAML>
@safe final class YAMLEvents {
  /// What is found next.
  enum Event {
    case scalar(text: String, isPlain: Bool)
    case sequenceStart
    case mappingStart
    /// The end of a sequence or mapping.
    case end
    /// What an anchor of this name stands at, again.
    case alias(String)
    case documentStart
    case documentEnd
    case streamStart
    case streamEnd
  }

  /// An event with its place, and what is said of its node.
  struct Found {
    var event: Event
    var place: YAMLPlace
    var anchor: String?
    var tag: String?
  }

  /// Both have addresses that libyaml knows, so they must not move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: [UInt8]) throws(YAMLFault) {
    unsafe text = .allocate(capacity: max(bytes.count, 1))
    // Sound: the buffer has room for all the bytes.
    _ = unsafe text.initialize(from: bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw YAMLFault("there is no memory to read this", at: YAMLPlace(line: 1, column: 1))
    }
    // Sound: the bytes live, and stay, as long as the parser.
    unsafe yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
  }

  deinit {
    // Sound: made in `init` and known to nobody else.
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe text.deallocate()
  }

  /// The next event.
  func next() throws(YAMLFault) -> Found {
    var event = unsafe yaml_event_t()
    // Sound: the event is filled by the call and given back when what it holds is copied.
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw fault }
    defer { unsafe yaml_event_delete(&event) }
    var found = Found(event: .streamEnd, place: unsafe Self.place(event.start_mark))
    let type = unsafe event.type
    switch type {
    case YAML_STREAM_START_EVENT: found.event = .streamStart
    case YAML_DOCUMENT_START_EVENT: found.event = .documentStart
    case YAML_DOCUMENT_END_EVENT: found.event = .documentEnd
    case YAML_ALIAS_EVENT:
      // Sound, here and below: the member that the type says is the one that is filled.
      found.event = .alias(unsafe Self.string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      // Sound: libyaml gives valid UTF-8 of just this length.
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length))
      found.event = .scalar(
        text: unsafe String(decoding: bytes, as: UTF8.self),
        isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      )
      found.anchor = unsafe Self.string(scalar.anchor)
      found.tag = unsafe Self.string(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      found.event = .sequenceStart
      found.anchor = unsafe Self.string(event.data.sequence_start.anchor)
      found.tag = unsafe Self.string(event.data.sequence_start.tag)
    case YAML_MAPPING_START_EVENT:
      found.event = .mappingStart
      found.anchor = unsafe Self.string(event.data.mapping_start.anchor)
      found.tag = unsafe Self.string(event.data.mapping_start.tag)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: found.event = .end
    default: break
    }
    return found
  }

  private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    // Sound: a C string of libyaml's, copied while its event lives.
    unsafe text.map { unsafe String(cString: $0) }
  }

  /// What libyaml found wrong.
  private var fault: YAMLFault {
    // Sound: the texts are constants of libyaml's.
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
    var context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
    var place = unsafe Self.place(parser.pointee.problem_mark)
    let start = unsafe Self.place(parser.pointee.context_mark)
    if start < place {
      // What is not closed is found at the end of the file.
      context? += " that begins on line \(start.line), column \(start.column)"
    }
    if unsafe parser.pointee.error == YAML_READER_ERROR {
      place = placeOfByte(unsafe Int(clamping: parser.pointee.problem_offset))
    }
    let words = [context, problem].compactMap { $0 }.joined(separator: ": ")
    let hint =
      unsafe isTab(at: Int(clamping: parser.pointee.problem_mark.index))
      ? "; lines are indented with spaces, and this is a tab" : ""
    return YAMLFault(
      "this is no YAML: \(words.isEmpty ? "it cannot be read" : words)\(hint)",
      at: place
    )
  }

  private static func place(_ mark: yaml_mark_t) -> YAMLPlace {
    YAMLPlace(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
  }

  /// Whether the character of this number, counted from 0, is a tab.
  private func isTab(at index: Int) -> Bool {
    // Sound: no more than the bytes that there are.
    let characters = unsafe String(decoding: text, as: UTF8.self).unicodeScalars.dropFirst(index)
    return characters.first == "\t"
  }

  private func placeOfByte(_ offset: Int) -> YAMLPlace {
    // Sound: no more than the bytes that there are.
    let before = unsafe text.prefix(offset)
    let line = unsafe before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    let start = unsafe before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return YAMLPlace(line: line, column: max(1, unsafe before.count - start + 1))
  }
}
