internal import HostPlugins
internal import HostSystem

/// News as bytes.
extension ChildEvent {
  func write(to writer: inout ByteWriter) {
    func append(_ tag: Tag, _ flag: Bool? = nil) {
      writer.append(tag.rawValue)
      if let flag { writer.append(flag) }
    }
    switch self {
    case .willAppear(let animated): append(.willAppear, animated)
    case .didAppear(let animated): append(.didAppear, animated)
    case .willDisappear(let animated): append(.willDisappear, animated)
    case .didDisappear(let animated): append(.didDisappear, animated)
    case .transitionWillBegin(let appearing): append(.transitionWillBegin, appearing)
    case .transitionProgress(let appearing, let progress):
      append(.transitionProgress, appearing)
      writer.append(progress.bitPattern)
    case .transitionDidEnd(let appearing): append(.transitionDidEnd, appearing)
    case .resized(let columns, let rows):
      append(.resized)
      writer.append(Int32(clamping: columns))
      writer.append(Int32(clamping: rows))
    case .focus(let isFocused): append(.focus, isFocused)
    case .contentChanged: append(.contentChanged)
    case .themeChanged: append(.themeChanged)
    case .situationChanged: append(.situationChanged)
    case .selectionChanged: append(.selectionChanged)
    case .viewChanged: append(.viewChanged)
    case .frontChanged: append(.frontChanged)
    case .message(let message, let sender):
      append(.message)
      writer.append(sender)
      message.write(to: &writer)
    case .woke: append(.woke)
    case .programEnded(let end):
      append(.programEnded)
      end.write(to: &writer)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch Tag(rawValue: try reader.uint8()) {
    case .willAppear: self = .willAppear(animated: try reader.flag())
    case .didAppear: self = .didAppear(animated: try reader.flag())
    case .willDisappear: self = .willDisappear(animated: try reader.flag())
    case .didDisappear: self = .didDisappear(animated: try reader.flag())
    case .transitionWillBegin: self = .transitionWillBegin(appearing: try reader.flag())
    case .transitionProgress:
      self = .transitionProgress(
        appearing: try reader.flag(), progress: Double(bitPattern: try reader.uint64()))
    case .transitionDidEnd: self = .transitionDidEnd(appearing: try reader.flag())
    case .resized:
      self = .resized(columns: Int(try reader.int32()), rows: Int(try reader.int32()))
    case .focus: self = .focus(try reader.flag())
    case .contentChanged: self = .contentChanged
    case .themeChanged: self = .themeChanged
    case .situationChanged: self = .situationChanged
    case .selectionChanged: self = .selectionChanged
    case .viewChanged: self = .viewChanged
    case .frontChanged: self = .frontChanged
    case .message:
      let sender = try reader.text(limit: ChildMessage.idBytesLimit)
      self = .message(try ChildMessage(from: &reader), from: sender)
    case .woke: self = .woke
    case .programEnded: self = .programEnded(try ProgramEnd(from: &reader))
    case nil: throw .init()
    }
  }

  /// The byte that identifies the type of an event for a child in a message to a worker process.
  private enum Tag: UInt8 {
    case willAppear = 1
    case didAppear, willDisappear, didDisappear
    case transitionWillBegin, transitionProgress, transitionDidEnd
    case resized, focus, contentChanged, themeChanged, situationChanged, selectionChanged
    case viewChanged, frontChanged, message, woke, programEnded
  }
}

extension ChildMessage: WireValue {
  private static let fields = WireFields(
    { (to: String, subject: String, body: [UInt8]) throws(ByteReader.Malformed) in
      let message = ChildMessage(to: to, subject: subject, body: body)
      guard message.isWithinLimits else { throw .init() }
      return message
    },
    { ($0.to, $0.subject, $0.body) })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}
