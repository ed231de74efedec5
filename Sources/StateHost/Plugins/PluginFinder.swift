internal import HostSystem

/// A file that looks like a plugin by its name.
package struct PluginCandidate: Equatable, Sendable {
  package let path: String
  package let origin: PluginSearchPath.Origin
  /// The real path of the folder that it was found in; nil where it was not found.
  var folder: String?
  /// What it was when it was listed; nil where it was not, may be no plugin, or has to be opened to tell.
  var facts: FileFacts?
  /// It lies in a folder that the user makes an exception of.
  var isExcepted = false

  /// Its name in its real folder.
  var realName: String? {
    folder.map { folder in
      let name = path.utf8.suffix(while: { $0 != UInt8(ascii: "/") })
      return PluginFinder.join(folder, String(name) ?? "")
    }
  }
}

/// Lists the plugins of a search path, and what is wrong with its directories.
package struct PluginFinder {
  package private(set) var candidates: [PluginCandidate] = []
  package private(set) var failures: [PluginFailure] = []

  private let trust: PluginTrust

  package init(searching searchPath: PluginSearchPath, by trust: PluginTrust = PluginTrust()) {
    self.trust = trust
    for directory in searchPath.directories { search(directory) }
  }

  private mutating func search(_ directory: PluginSearchPath.Directory) {
    let before = candidates.count
    do throws(PluginProblem) {
      let listing = try list(directory.path, directory.origin)
      for entry in listing.entries {
        if entry.isDirectory {
          if !directory.isBuildFolder {
            searchSubdirectory(Self.join(directory.path, entry.name), directory.origin)
          }
        } else if Self.isPlugin(entry.name, inBuildFolder: directory.isBuildFolder) {
          add(entry, of: listing, in: directory.path, directory.origin)
        }
      }
      if candidates.count == before, directory.origin.isNamedByUser {
        throw .directoryEmpty
      }
    } catch {
      if error == .directoryMissing, !directory.origin.isNamedByUser { return }
      failures.append(PluginFailure(path: directory.path, problem: error))
    }
  }

  /// The one level below a directory of the path.
  private mutating func searchSubdirectory(_ path: String, _ origin: PluginSearchPath.Origin) {
    do throws(PluginProblem) {
      let listing = try list(path, origin)
      for entry in listing.entries
      where !entry.isDirectory && Self.isPlugin(entry.name, inBuildFolder: false) {
        add(entry, of: listing, in: path, origin)
      }
    } catch {
      failures.append(PluginFailure(path: path, problem: error))
    }
  }

  private func list(
    _ path: String, _ origin: PluginSearchPath.Origin
  ) throws(PluginProblem) -> DirectoryListing {
    try DirectoryListing(of: path, isOwn: origin == .bundled, by: trust)
  }

  private mutating func add(
    _ entry: DirectoryListing.Entry, of listing: DirectoryListing, in folder: String,
    _ origin: PluginSearchPath.Origin
  ) {
    candidates.append(
      PluginCandidate(
        path: Self.join(folder, entry.name), origin: origin, folder: listing.realPath,
        facts: entry.facts, isExcepted: listing.isExcepted))
  }

  private static func isPlugin(_ name: String, inBuildFolder: Bool) -> Bool {
    let name = name.utf8
    if inBuildFolder { return name.starts(with: "lib".utf8) && name.hasSuffix("Child.so") }
    return name.count > 3 && name.hasSuffix(".so")
  }

  static func join(_ directory: String, _ name: String) -> String {
    directory.utf8.last == UInt8(ascii: "/") ? directory + name : directory + "/" + name
  }
}

extension String.UTF8View {
  fileprivate func hasSuffix(_ suffix: StaticString) -> Bool {
    let suffix = suffix.description.utf8
    return count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}

extension BidirectionalCollection {
  /// The elements after the last that the condition refuses.
  func suffix(while condition: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      guard condition(self[before]) else { break }
      start = before
    }
    return self[start...]
  }
}
