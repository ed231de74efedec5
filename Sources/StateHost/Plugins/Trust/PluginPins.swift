internal import Glibc
internal import HostText

/// What plugins were made of when the user pinned them.
package struct PluginPins: Equatable, Sendable {
  private var contents: [String: PluginContents] = [:]

  package init() {}

  package var isEmpty: Bool { contents.isEmpty }

  /// What a plugin has to be made of.
  ///
  /// - Parameter name: its file's in its real folder.
  subscript(name: String) -> PluginContents? {
    get { contents[name] }
    set { contents[name] = newValue }
  }

  /// Pins the files of plugins as they are now; the program's own are not pinned, for they are replaced
  /// as the program itself is.
  ///
  /// - Parameter plugins: of a catalogue that was made without pins.
  /// - Returns: those that could not be read.
  package mutating func pin(_ plugins: [CataloguedPlugin]) -> [PluginFailure] {
    var failures: [PluginFailure] = []
    for plugin in plugins where plugin.origin != .bundled {
      do throws(PluginProblem) {
        guard let name = plugin.candidate.realName else { throw .unreadable(code: EIO) }
        contents[name] = try plugin.openFile().contents()
      } catch {
        failures.append(PluginFailure(path: plugin.path, problem: error))
      }
    }
    return failures
  }
}

extension PluginPins {
  /// Pins a plugin as it is now, where it was pinned.
  ///
  /// - Returns: whether it was.
  package mutating func renew(_ plugin: CataloguedPlugin) throws(PluginProblem) -> Bool {
    guard let name = plugin.candidate.realName, contents[name] != nil else { return false }
    contents[name] = try plugin.openFile().contents()
    return true
  }
}

// MARK: - As a file

extension PluginPins: UserDecisions {
  package static let fileName = "pins.json"

  /// An object: to each file the SHA-256 of what it was, in hexadecimal digits, with those of its libraries.
  package var fileBytes: [UInt8] {
    let members = contents.sorted { $0.key < $1.key }.map {
      JSONMember(name: $0.key, value: $0.value.json)
    }
    return JSONValue(content: .object(members)).line
  }

  /// Reads what was written.
  ///
  /// - Throws: that it is something else.
  package init(reading bytes: [UInt8]) throws(NotDecisions) {
    guard let document = try? JSONDocument(reading: bytes),
      case .object(let members) = document.root.content
    else { throw NotDecisions() }
    for member in members { contents[member.name] = try PluginContents(member.value) }
  }
}
