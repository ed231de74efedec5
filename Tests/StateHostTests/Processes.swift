import Foundation

/// The processes that another has started, and theirs.
enum Processes {
  static func below(_ process: Int32) -> [Int32] {
    let file = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }.flatMap { [$0] + below($0) }
  }

  /// Those of them that are workers.
  static func workers(below process: Int32) -> [Int32] { below(process).filter(isWorker) }

  static func isWorker(_ process: Int32) -> Bool {
    let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
    return name?.hasPrefix("statehost-worke") == true
  }
}
