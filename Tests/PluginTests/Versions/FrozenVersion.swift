import Foundation
import TestSupport
import Testing

@testable import ABIGenerator

/// A released version of the ABI, as Tests/ABI keeps it.
struct FrozenVersion: CustomStringConvertible {
  let major: Int
  let minor: Int

  static let folder = PluginFolder.package.appending(path: "Tests/ABI")

  /// All that were released, in that order.
  static let all: [FrozenVersion] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { name in
      let numbers = name.split(separator: ".").compactMap { Int($0) }
      return numbers.count == 2 ? FrozenVersion(major: numbers[0], minor: numbers[1]) : nil
    }.filter { !$0.isDraft }.sorted { ($0.major, $0.minor) < ($1.major, $1.minor) }
  }()

  /// Whether it is still to be released, and may change until then.
  var isDraft: Bool { FileManager.default.fileExists(atPath: draftMark.path) }
  var draftMark: URL { folder.appending(path: "DRAFT") }

  var description: String { "\(major).\(minor)" }
  var folder: URL { Self.folder.appending(path: description) }
  var headerText: String { get throws { try text("childplugin.h") } }
  var table: LayoutTable { get throws { try LayoutTable(text("layout.txt")) } }

  /// The plugins that were built with it.
  var plugins: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".c") }.map { String($0.dropLast(2)) }.sorted()
  }

  /// Compiles one of them with the header beside it, as its author did.
  func compile(_ plugin: String, into target: PluginFolder) throws {
    let run = try ProgramRun.run(
      [
        "-std=c11", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror",
        "-o", target.path(of: plugin + ".so"), folder.appending(path: plugin + ".c").path,
      ], program: "cc")
    try #require(run.status == 0, "\(run.errors)")
  }

  func text(_ file: String) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }
}
