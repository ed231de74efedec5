import Glibc
import HostPlugins
import PluginSupport

/// How long it takes to find, check, load and make one child of each of a thousand plugins, against
/// a C program that does dlopen, dlsym, entry, init and create over the same files, or sealed
/// copies of them, and nothing else.
struct Loading {
  let workshop: Workshop
  private static let count = 1000
  private static let runs = 7

  /// The hidden argument with which this program measures one load in a process of its own.
  static let argument = "--measure-load"

  func measure() -> [Measurement] {
    guard let loop = workshop.compile("dlopen-loop", to: "dlopen-loop", ["-ldl"]),
      let plugins = SmallPlugins(count: Self.count, in: workshop)
    else { return [Measurement(name: "loading", value: "no compiler", number: .nan)] }
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<Self.runs {
      theirs.append(nanoseconds([loop, plugins.list, "copy"]))
      ours.append(nanoseconds([workshop.products + "/Benchmarks", Self.argument, plugins.folder]))
    }
    let yardstick = median(theirs)
    let ratio = median(ours) / yardstick
    return [
      Measurement(
        name: "loading 1,000 plugins as sealed copies", value: "\(text(median(ours) / 1e6)) ms",
        number: ratio,
        yardstick:
          "\(text(ratio, digits: 2)) x a C loop that does so (\(text(yardstick / 1e6)) ms)",
        goal: "<= 1.5 x", isMet: ratio <= 1.5)
    ]
  }

  private func nanoseconds(_ arguments: [String]) -> Double {
    guard let process = ChildProcess.piped(arguments) else { return .nan }
    let output = String(decoding: process.readToEnd(), as: UTF8.self)
    process.finish(killing: false)
    return Double(output.split(separator: "\n").last ?? "") ?? .nan
  }

  /// What the process of its own does: loads everything and prints the nanoseconds it took.
  static func measureOnce(_ folder: String) {
    _ = PluginInbox()
    let path = PluginSearchPath(flags: [folder], environment: nil, home: nil, bundled: nil)
    let began = nanosecondsNow()
    let catalogue = PluginCatalogue(loading: path, for: HostIdentity(version: "1"))
    var children: [PluginChild] = []
    children.reserveCapacity(catalogue.types.count)
    for type in catalogue.types {
      if let child = try? catalogue.makeChild(type, services: NoServices()) {
        children.append(child)
      }
    }
    let elapsed = nanosecondsNow() - began
    guard children.count == count else {
      print("only \(children.count) children; \(catalogue.failures.first?.line ?? "")")
      return
    }
    print(elapsed)
    exit(0)
  }
}
