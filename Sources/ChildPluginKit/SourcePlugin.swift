/// A source: rows for the host in place of a command's, where the user asks for it by its id.
///
/// It is read in a process of its own, once for each load, and is ended there at any moment; see "Source" in
/// `childplugin.h`.
public protocol SourcePlugin {
  /// What this source is; asked once.
  static var descriptor: SourceDescriptor { get }

  /// Delivers all rows; returns when there are no more, or nobody takes them.
  ///
  /// - Parameter reading: takes them, until this returns.
  /// - Throws: why it fails.
  static func read(_ reading: Reading) throws(SourceFailure)
}

/// What a source is.
public struct SourceDescriptor: Sendable {
  /// Reverse DNS, 1 to 255 bytes of letters, digits, `.`, `-` and `_`; the same for ever.
  public var id: String
  /// For people; not empty.
  public var name: String
  /// Who made it; may be empty.
  public var vendor: String
  /// Of the source, such as `1.2.0`; may be empty.
  public var version: String
  /// One sentence; may be empty.
  public var description: String
  /// What it needs besides, each once; the user grants it, or does not.
  public var needs: [ChildNeed]
  /// What the user may give it, each once; none: it is given whatever is said.
  public var options: [ChildOption]

  /// Describes a source.
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
  /// A source is described as a child is that presents nothing.
  init(_ source: SourceDescriptor) {
    self.init(
      id: source.id, name: source.name, vendor: source.vendor, version: source.version,
      description: source.description, needs: source.needs, options: source.options)
  }
}

/// Why a source fails, one line each.
public struct SourceFailure: Error, Equatable, Sendable {
  /// What is wrong.
  public var what: String
  /// What the user can do about it; may be empty.
  public var remedy: String

  /// A reason.
  public init(_ what: String, remedy: String = "") {
    self.what = what
    self.remedy = remedy
  }
}
