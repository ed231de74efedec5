internal import ChildPluginAPI

/// What a child does for the user besides ``perform(_:)``. Each is false where the host is older than 1.1.
extension Host {
  /// The user chose a text: it is printed, with a newline behind it, and the program ends.
  ///
  /// It consumes the user activation of a key, a paste or the press of a button: one such act for each.
  ///
  /// - Parameters:
  ///   - text: at most 64 KiB.
  ///   - exitStatus: of the program.
  /// - Returns: false when it does not.
  @discardableResult
  public func accept(_ text: String, exitStatus: UInt8 = 0) -> Bool {
    guard let accept = unsafe actionsTable?.accept_text else { return false }
    return unsafe withABIText(text) { unsafe accept(pointer, $0, Int32(exitStatus)) }
  }

  /// The user chose rows of the content, 4096 at most: they are printed in this order, and the program ends.
  ///
  /// It consumes the user activation of a key, a paste or the press of a button: one such act for each.
  ///
  /// - Returns: false when it does not: one of them is not there.
  @discardableResult
  public func accept(rows: [Int]) -> Bool {
    guard let accept = unsafe actionsTable?.accept_rows, rows.allSatisfy({ $0 >= 0 }) else {
      return false
    }
    return unsafe rows.map(UInt64.init).withUnsafeBufferPointer {
      unsafe accept(pointer, $0.baseAddress, UInt64($0.count))
    }
  }

  /// Hands a text, 100 KiB at most, to the clipboard of the user's terminal, where that takes one.
  ///
  /// It consumes the user activation of a key, a paste or the press of a button: one such act for each.
  ///
  /// - Returns: false when it is empty, too long, or not for the user.
  @discardableResult
  public func copy(_ text: String) -> Bool {
    guard let copy = unsafe actionsTable?.clipboard else { return false }
    return unsafe withABIText(text) { unsafe copy(pointer, $0) }
  }

  /// Gives the terminal's window a title; the one that it had comes back at the end, where the terminal can
  /// do that.
  @discardableResult
  public func setTitle(_ title: String) -> Bool {
    guard let set = unsafe actionsTable?.title else { return false }
    return unsafe withABIText(title) { unsafe set(pointer, $0) }
  }

  /// Rings the bell; false where it has rung four times in a second.
  @discardableResult
  public func ringBell() -> Bool {
    guard let ring = unsafe actionsTable?.bell else { return false }
    return unsafe ring(pointer)
  }
}
