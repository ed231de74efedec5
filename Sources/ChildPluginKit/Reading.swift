internal import ChildPluginAPI

/// One load of a source: takes its rows.
///
/// Use it on the thread that `read` was called on, and not afterwards.
@safe public struct Reading {
  private let pointer: UnsafePointer<childplugin_reading_t>
  private let table: childplugin_reading_t

  init(_ pointer: UnsafePointer<childplugin_reading_t>) {
    unsafe self.pointer = pointer
    unsafe table = sizedCopy(of: pointer, over: childplugin_reading_t())
  }

  /// What the user gives the source, as a path or an address; may be empty.
  public var argument: String { unsafe table.argument.string }

  /// Names the columns, 1 to 256, before the first row.
  ///
  /// - Returns: false where that is too late, or they are too many.
  @discardableResult
  public func columns(_ names: [String]) -> Bool {
    unsafe withTexts(names) { unsafe table.columns?(pointer, $0, $1) ?? false }
  }

  /// Delivers a row; a tab or a newline in a cell becomes a space.
  ///
  /// - Returns: false where nobody takes rows any more: then return.
  public func row(_ cells: [String]) -> Bool {
    unsafe withTexts(cells) { unsafe table.row?(pointer, $0, $1) ?? false }
  }

  /// Delivers bytes as a command prints them: lines, in pieces of any size.
  ///
  /// - Returns: false where nobody takes them any more: then return.
  public func bytes(_ bytes: Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe table.bytes?(pointer, childplugin_text_t($0)) ?? false
    }
  }

  /// Says how far it is, 0 to 1; nil: nobody knows.
  public func progress(_ fraction: Double?) { unsafe table.progress?(pointer, fraction ?? -1) }

  /// Writes a line to the source's log.
  public func log(_ text: String, level: Host.LogLevel = .info) {
    unsafe withABIText(text) { unsafe table.log?(pointer, level.rawValue, $0) }
  }

  func fail(_ failure: SourceFailure) {
    unsafe withABIText(failure.what) { what in
      unsafe withABIText(failure.remedy) { unsafe table.fail?(pointer, what, $0) }
    }
  }

  /// Hands texts over for the length of a call.
  private func withTexts(
    _ strings: [String], _ body: (UnsafePointer<childplugin_text_t>?, UInt32) -> Bool
  ) -> Bool {
    let held = Array(strings.joined().utf8)
    return unsafe held.withUnsafeBufferPointer { bytes in
      var start = 0
      var texts: [childplugin_text_t] = unsafe []
      for string in strings {
        let end = start + string.utf8.count
        unsafe texts.append(childplugin_text_t(UnsafeBufferPointer(rebasing: bytes[start..<end])))
        start = end
      }
      return unsafe texts.withUnsafeBufferPointer { unsafe body($0.baseAddress, UInt32($0.count)) }
    }
  }
}

// MARK: - Its options

extension Reading {
  /// An option as a text; nil where it is not given.
  public func option(_ name: String) -> String? {
    guard let ask = unsafe table.option else { return nil }
    return unsafe withABIText(name) { name in
      guard unsafe ask(pointer, name, nil, 0) != .max else { return nil }
      var buffer = TextBuffer()
      _ = unsafe buffer.fill(limit: 65536) { room, capacity in
        unsafe ask(pointer, name, room?.assumingMemoryBound(to: CChar.self), capacity)
      }
      return buffer.string
    }
  }

  /// Whether an option is true; nil where it is not given, or neither true nor false.
  public func flag(_ name: String) -> Bool? {
    var value = false
    return unsafe withABIText(name) { unsafe table.flag?(pointer, $0, &value) ?? false }
      ? value : nil
  }

  /// A whole number; nil where it is not given or is none.
  public func integer(_ name: String) -> Int? {
    var value: Int64 = 0
    return unsafe withABIText(name) { unsafe table.integer?(pointer, $0, &value) ?? false }
      ? Int(value) : nil
  }

  /// A number; nil where it is not given or is none.
  public func number(_ name: String) -> Double? {
    var value = 0.0
    return unsafe withABIText(name) { unsafe table.number?(pointer, $0, &value) ?? false }
      ? value : nil
  }

  /// A duration, at most one hour; nil where it is not given or is none.
  public func duration(_ name: String) -> Duration? {
    var nanoseconds: Int64 = 0
    return unsafe withABIText(name) { unsafe table.duration?(pointer, $0, &nanoseconds) ?? false }
      ? .nanoseconds(nanoseconds) : nil
  }
}
