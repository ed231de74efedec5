internal import Glibc
internal import HostText

/// The SHA-256 sums that plugin files had when the user pinned them, as saved in `pins.json`; a changed plugin is not
/// loaded.
package struct PluginPins: Equatable, Sendable {
  private var contents: [String: PluginContents] = [:]

  package init() {}

  package var isEmpty: Bool { contents.isEmpty }

  /// The required contents of a plugin.
  ///
  /// - Parameter name: the name of its file in its real folder.
  subscript(name: String) -> PluginContents? {
    get { contents[name] }
    set { contents[name] = newValue }
  }

  /// Pins the present files of plugins, except bundled ones, which are replaced with the program.
  ///
  /// - Parameter plugins: plugins of a catalogue that was made without pins.
  /// - Returns: the files that could not be read.
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
  /// Pins the present contents of a plugin that is already pinned.
  ///
  /// - Returns: whether it is pinned.
  package mutating func renew(_ plugin: CataloguedPlugin) throws(PluginProblem) -> Bool {
    guard let name = plugin.candidate.realName, contents[name] != nil else { return false }
    contents[name] = try plugin.openFile().contents()
    return true
  }
}

// MARK: - File format

extension PluginPins: UserDecisions {
  package static let fileName = "pins.json"

  /// A JSON object from files to the SHA-256 of their contents and of their libraries, in hexadecimal.
  package var fileBytes: [UInt8] {
    let members = contents.sorted { $0.key < $1.key }.map {
      JSONMember(name: $0.key, value: $0.value.json)
    }
    return JSONValue(content: .object(members)).line
  }

  /// Reads what `fileBytes` wrote.
  ///
  /// - Throws: when the contents are something else.
  package init(reading bytes: [UInt8]) throws(NotDecisions) {
    guard let document = try? JSONDocument(reading: bytes),
      case .object(let members) = document.root.content
    else { throw NotDecisions() }
    for member in members { contents[member.name] = try PluginContents(member.value) }
  }
}
