internal import HostPlugins
internal import HostSystem

// Every switch that writes is exhaustive and takes its fields from the declaration, so a missing case or field does not
// compile.

extension ChildEvent: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .willAppear(let animated): writer.append(Tag.willAppear, animated)
    case .didAppear(let animated): writer.append(Tag.didAppear, animated)
    case .willDisappear(let animated): writer.append(Tag.willDisappear, animated)
    case .didDisappear(let animated): writer.append(Tag.didDisappear, animated)
    case .transitionWillBegin(let appearing): writer.append(Tag.transitionWillBegin, appearing)
    case .transitionProgress(let appearing, let progress):
      writer.append(Tag.transitionProgress, appearing, progress)
    case .transitionDidEnd(let appearing): writer.append(Tag.transitionDidEnd, appearing)
    case .resized(let columns, let rows): writer.append(Tag.resized, columns, rows)
    case .focus(let isFocused): writer.append(Tag.focus, isFocused)
    case .contentChanged: writer.append(Tag.contentChanged)
    case .themeChanged: writer.append(Tag.themeChanged)
    case .situationChanged: writer.append(Tag.situationChanged)
    case .selectionChanged: writer.append(Tag.selectionChanged)
    case .viewChanged: writer.append(Tag.viewChanged)
    case .frontChanged: writer.append(Tag.frontChanged)
    case .message(let message, let sender): writer.append(Tag.message, message, sender)
    case .woke: writer.append(Tag.woke)
    case .programEnded(let end): writer.append(Tag.programEnded, end)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .willAppear: self = try reader.next(Self.willAppear)
    case .didAppear: self = try reader.next(Self.didAppear)
    case .willDisappear: self = try reader.next(Self.willDisappear)
    case .didDisappear: self = try reader.next(Self.didDisappear)
    case .transitionWillBegin: self = try reader.next(Self.transitionWillBegin)
    case .transitionProgress: self = try reader.next(Self.transitionProgress)
    case .transitionDidEnd: self = try reader.next(Self.transitionDidEnd)
    case .resized: self = try reader.next(Self.resized)
    case .focus: self = try reader.next(Self.focus)
    case .contentChanged: self = .contentChanged
    case .themeChanged: self = .themeChanged
    case .situationChanged: self = .situationChanged
    case .selectionChanged: self = .selectionChanged
    case .viewChanged: self = .viewChanged
    case .frontChanged: self = .frontChanged
    case .message:
      self = .message(try reader.next(), from: try reader.text(limit: ChildMessage.idBytesLimit))
    case .woke: self = .woke
    case .programEnded: self = try reader.next(Self.programEnded)
    }
  }

  private enum Tag: UInt8, WireRawValue {
    case willAppear = 1
    case didAppear, willDisappear, didDisappear
    case transitionWillBegin, transitionProgress, transitionDidEnd
    case resized, focus, contentChanged, themeChanged, situationChanged, selectionChanged
    case viewChanged, frontChanged, message, woke, programEnded
  }
}

extension ChildMessage: WireStruct {
  static let fields = WireFields(
    { (to: String, subject: String, body: [UInt8]) throws(ByteReader.Malformed) in
      let message = ChildMessage(to: to, subject: subject, body: body)
      guard message.isWithinLimits else { throw .init() }
      return message
    },
    { ($0.to, $0.subject, $0.body) })
}

extension ProgramEnd: WireStruct {
  static let fields = WireFields(Self.init(_:_:output:errors:)) {
    ($0.number, $0.how, $0.output, $0.errors)
  }
}

extension ProgramEnd.How: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .exited(let status): writer.append(Tag.exited, status)
    case .killed(let signal): writer.append(Tag.killed, signal)
    case .notStarted: writer.append(Tag.notStarted)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .exited: self = try reader.next(Self.exited)
    case .killed: self = try reader.next(Self.killed)
    case .notStarted: self = .notStarted
    }
  }

  private enum Tag: UInt8, WireRawValue {
    case exited = 1
    case killed, notStarted
  }
}

extension ProgramEnd.Output: WireStruct {
  static let fields = WireFields(
    { (bytes: [UInt8], isCut: Bool) throws(ByteReader.Malformed) in
      guard bytes.count <= Self.bytesLimit else { throw .init() }
      return Self(bytes, isCut: isCut)
    },
    { ($0.bytes, $0.isCut) })
}

// MARK: - Inputs

extension ChildInput: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .key(let key): writer.append(Tag.key, key)
    case .mouse(let mouse): writer.append(Tag.mouse, mouse)
    case .paste(let text): writer.append(Tag.paste, text)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .key: self = try reader.next(Self.key)
    case .mouse: self = try reader.next(Self.mouse)
    case .paste: self = try reader.next(Self.paste)
    }
  }

  private enum Tag: UInt8, WireRawValue {
    case key = 1
    case mouse, paste
  }
}

extension ChildModifiers: WireRawValue {}
extension ChildMouse.Kind: WireRawValue {}
extension ChildMouse.Button: WireRawValue {}

extension ChildKey: WireStruct {
  static let fields = WireFields(Self.init(code:modifiers:text:)) {
    ($0.code, $0.modifiers, $0.text)
  }
}

extension ChildMouse: WireStruct {
  static let fields = WireFields(Self.init(_:button:modifiers:column:row:wheel:wheelColumns:)) {
    ($0.kind, $0.button, $0.modifiers, $0.column, $0.row, $0.wheel, $0.wheelColumns)
  }
}
