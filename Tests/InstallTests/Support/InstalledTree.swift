import Foundation
import TestSupport
import Testing

/// An installed StateHost in a folder of a test's own.
struct InstalledTree {
  /// Stands for the root of a system.
  let root: ScratchFolder
  let prefix: String

  /// A tree for tests that only read it.
  static let shared = Result { try InstalledTree(prefix: usualPrefix, in: .untilExit()) }

  private static let usualPrefix = "/opt/state host"

  /// Installs it, staged below a scratch folder.
  init(prefix: String = usualPrefix) throws {
    try self.init(prefix: prefix, in: ScratchFolder())
  }

  /// Installs it into a folder where there may be something already.
  init(prefix: String, in root: ScratchFolder) throws {
    self.root = root
    self.prefix = prefix
    let run = try install()
    try #require(run.status == 0, "\(run.errors)")
  }

  /// Where the prefix is for this test.
  var path: String { root.path + prefix }
  var program: String { path + "/bin/statehost" }

  /// Runs the script that `make install` and `make uninstall` run.
  @discardableResult
  func install(_ flags: String...) throws -> ProgramRun {
    try Shell.run(
      "exec sh Scripts/install.sh \"$@\"", flags,
      environment: ["DESTDIR": root.path, "PREFIX": prefix, "BUILD": ReleaseBuild.folder])
  }

  /// The paths of all files below a folder, in their order.
  static func files(below folder: String) throws -> [String] {
    try everything(below: folder).filter {
      let facts = try FileManager.default.attributesOfItem(atPath: folder + "/" + $0)
      return facts[.type] as? FileAttributeType != .typeDirectory
    }
  }

  /// Everything below a folder, folders as well, in its order.
  static func everything(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }
}
