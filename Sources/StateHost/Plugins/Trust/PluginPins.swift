internal import Glibc
internal import HostText

/// What the contents of plugins' files were when the user pinned them.
package struct PluginPins: Equatable, Sendable {
  private var hashes: [String: ContentHash] = [:]

  package init() {}

  package var isEmpty: Bool { hashes.isEmpty }

  /// What a file has to be.
  ///
  /// - Parameter name: its name in its real folder.
  subscript(name: String) -> ContentHash? {
    get { hashes[name] }
    set { hashes[name] = newValue }
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
        guard let name = plugin.candidate.realName, let hash = try plugin.openFile().hash else {
          throw .unreadable(code: EIO)
        }
        hashes[name] = hash
      } catch {
        failures.append(PluginFailure(path: plugin.path, problem: error))
      }
    }
    return failures
  }
}

// MARK: - As a file

extension PluginPins: UserDecisions {
  package static let fileName = "pins.json"

  /// An object: to each file the SHA-256 of what it was, in hexadecimal digits.
  package var fileBytes: [UInt8] {
    let members = hashes.keys.sorted().compactMap { name in
      hashes[name].map { JSONMember(name: name, value: .text($0.text)) }
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
    for member in members {
      guard case .string(let text) = member.value.content, let hash = ContentHash(text: text)
      else { throw NotDecisions() }
      hashes[member.name] = hash
    }
  }
}
