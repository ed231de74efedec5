internal import CHostSystem
internal import HostContent
internal import HostSystem

extension SourceChoice {
  /// A hash by which a later run recognises the source: of a file's absolute path, of a command or
  /// a plugin's source in the working folder, or of an address.
  ///
  /// Nil for standard input, a file that is not regular, such as a pipe, and the demonstration.
  var identity: String? {
    guard let workingFolder = Self.path(ofFolder: ".") else { return nil }
    let words: [String]
    switch self {
    case .source(.file(let path)):
      let name = path.split(separator: "/").last ?? ""
      guard FileFacts(at: path)?.kind == .regular,
        let folder = Self.path(ofFolder: String(path.dropLast(name.count)) + ".")
      else { return nil }
      words = ["file", folder, String(name)]
    case .source(.url(let address)): words = ["url", address]
    case .source(.command(let command)): words = ["command", workingFolder] + command
    case .source(.commandLine(let line, _)): words = ["line", workingFolder, line]
    case .plugin(let id, let argument): words = ["source", workingFolder, id, argument]
    case .source(.standardInput), .demonstration: return nil
    }
    let bytes = Array(words.joined(separator: "\0").utf8)
    let hash = unsafe bytes.withUnsafeBufferPointer {
      unsafe host_bytes_hash($0.baseAddress, $0.count)
    }
    return String(hash, radix: 16)
  }

  /// The absolute path of a folder, without symbolic links.
  private static func path(ofFolder path: String) -> String? {
    (try? Folder(opening: path))?.path
  }
}
