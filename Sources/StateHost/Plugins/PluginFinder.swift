internal import CHostSystem
internal import Glibc

/// A file that looks like a plugin by its name.
package struct PluginCandidate: Equatable, Sendable {
  package let path: String
  package let origin: PluginSearchPath.Origin
  /// What it was when it was listed; nil where it was not, or may be no plugin.
  var facts: PluginFileFacts?
}

/// Lists the plugins of a search path, and what is wrong with its directories.
package struct PluginFinder {
  package private(set) var candidates: [PluginCandidate] = []
  package private(set) var failures: [PluginFailure] = []

  package init(searching searchPath: PluginSearchPath) {
    for directory in searchPath.directories { search(directory) }
  }

  private mutating func search(_ directory: PluginSearchPath.Directory) {
    let before = candidates.count
    do throws(PluginProblem) {
      let listing = try DirectoryListing(of: directory.path)
      for entry in listing.entries {
        let path = Self.join(directory.path, entry.name)
        if entry.isDirectory {
          if !directory.isBuildFolder { searchSubdirectory(path, directory.origin) }
        } else if Self.isPlugin(entry.name, inBuildFolder: directory.isBuildFolder) {
          candidates.append(
            PluginCandidate(path: path, origin: directory.origin, facts: entry.facts))
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
      for entry in try DirectoryListing(of: path).entries
      where !entry.isDirectory && Self.isPlugin(entry.name, inBuildFolder: false) {
        candidates.append(
          PluginCandidate(path: Self.join(path, entry.name), origin: origin, facts: entry.facts))
      }
    } catch {
      failures.append(PluginFailure(path: path, problem: error))
    }
  }

  private static func isPlugin(_ name: String, inBuildFolder: Bool) -> Bool {
    let name = name.utf8
    if inBuildFolder { return name.starts(with: "lib".utf8) && name.hasSuffix("Child.so") }
    return name.count > 3 && name.hasSuffix(".so")
  }

  private static func join(_ directory: String, _ name: String) -> String {
    directory.utf8.last == UInt8(ascii: "/") ? directory + name : directory + "/" + name
  }
}

extension String.UTF8View {
  fileprivate func hasSuffix(_ suffix: StaticString) -> Bool {
    let suffix = suffix.description.utf8
    return count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}
