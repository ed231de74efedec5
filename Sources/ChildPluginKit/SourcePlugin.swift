internal import ChildPluginAPI

/// Protocol that a plugin author implements to provide a data source, which delivers rows; the user
/// selects it by its id, with `--source` or in a states file, in place of a command.
///
/// Each load has its own process, which may be killed at any time; see "Source" in `childplugin.h`.
public protocol SourcePlugin {
  /// The description of this source; read once.
  static var descriptor: SourceDescriptor { get }

  /// Delivers all rows; returns at the end, or when the host takes no more.
  ///
  /// - Parameter reading: receives the rows; valid until this function returns.
  /// - Throws: the reason of a failure.
  static func read(_ reading: Reading) throws(SourceFailure)
}

/// The metadata of a data source, written in the plugin, which the host reads before a load: id,
/// name, vendor, version, permissions and options.
public struct SourceDescriptor: Sendable {
  /// Reverse DNS, 1 to 255 letters, digits, `.`, `-` and `_`; never changes.
  public var id: String
  /// The display name; not empty.
  public var name: String
  /// The author; may be empty.
  public var vendor: String
  /// The source's version, such as `1.2.0`; may be empty.
  public var version: String
  /// One sentence; may be empty.
  public var description: String
  /// The permissions that the user may grant it, each once.
  public var needs: [ChildNeed]
  /// The options that the user may set, each once; if empty, all options are passed on unchecked.
  public var options: [ChildOption]

  /// Creates a descriptor.
  public init(
    id: String, name: String, vendor: String = "", version: String = "", description: String = "",
    needs: [ChildNeed] = [], options: [ChildOption] = []
  ) {
    self.id = id
    self.name = name
    self.vendor = vendor
    self.version = version
    self.description = description
    self.needs = needs
    self.options = options
  }
}

extension ChildDescriptor {
  /// The descriptor of a source, in the form of a child without places.
  init(_ source: SourceDescriptor) {
    self.init(
      id: source.id, name: source.name, vendor: source.vendor, version: source.version,
      description: source.description, needs: source.needs, options: source.options)
  }
}

/// The only error that a plugin's data source can throw: what failed, and what the user can do; the
/// host receives it as its own `SourceFailure`.
public struct SourceFailure: Error, Equatable, Sendable {
  /// The failure, one line.
  public var what: String
  /// What the user can do, one line; may be empty.
  public var remedy: String

  /// Creates a failure.
  public init(_ what: String, remedy: String = "") {
    self.what = what
    self.remedy = remedy
  }
}

/// One load of a plugin's data source, as the plugin uses it: gives the argument and the options
/// from the user, and takes columns, rows (until it returns false), progress and log lines;
/// use it only during `read`, on the same thread.
@safe public struct Reading {
  private let pointer: UnsafePointer<childplugin_reading_t>
  private let table: childplugin_reading_t

  init(_ pointer: UnsafePointer<childplugin_reading_t>) {
    unsafe self.pointer = pointer
    unsafe table = sizedCopy(of: pointer)
  }

  /// The argument from the user, such as a path or an address; may be empty.
  public var argument: String { unsafe table.argument.string }

  /// Sets the names of the columns, 1 to 256, before the first row.
  ///
  /// - Returns: false after the first row, or if there are too many.
  @discardableResult
  public func columns(_ names: [String]) -> Bool {
    unsafe withABITexts(names) { unsafe table.columns?(pointer, $0, $1) ?? false }
  }

  /// Delivers a row; tabs and newlines in cells become spaces.
  ///
  /// - Returns: false if the host takes no more rows: then return from `read`.
  public func row(_ cells: [String]) -> Bool {
    unsafe withABITexts(cells) { unsafe table.row?(pointer, $0, $1) ?? false }
  }

  /// Delivers bytes as a command writes them: lines, in pieces of any size.
  ///
  /// - Returns: false if the host takes no more bytes: then return from `read`.
  public func bytes(_ bytes: Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe table.bytes?(pointer, childplugin_text_t($0)) ?? false
    }
  }

  /// Reports the progress, 0 to 1; nil if it is unknown.
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
}

// MARK: - Options of a source

extension Reading {
  /// The value of an option as text; nil if it is not set.
  public func option(_ name: String) -> String? {
    guard let ask = unsafe table.option else { return nil }
    return unsafe withABIText(name) { name in
      guard unsafe ask(pointer, name, nil, 0) != .max else { return nil }
      var buffer = TextBuffer()
      _ = unsafe buffer.fill(limit: 65536) { unsafe ask(pointer, name, $0, $1) }
      return buffer.string
    }
  }

  /// The value of a flag; nil if it is not set or is not a flag.
  public func flag(_ name: String) -> Bool? {
    unsafe readOption(name, false) { unsafe table.flag?(pointer, $0, $1) }
  }

  /// The value of an integer option; nil if it is not set or is no integer.
  public func integer(_ name: String) -> Int? {
    unsafe readOption(name, 0) { unsafe table.integer?(pointer, $0, $1) }.map { Int($0) }
  }

  /// The value of a number option; nil if it is not set or is no number.
  public func number(_ name: String) -> Double? {
    unsafe readOption(name, 0) { unsafe table.number?(pointer, $0, $1) }
  }

  /// The value of a duration option, at most one hour; nil if it is not set or is no duration.
  public func duration(_ name: String) -> Duration? {
    unsafe readOption(name, 0) { unsafe table.duration?(pointer, $0, $1) }
      .map { .nanoseconds($0) }
  }
}
