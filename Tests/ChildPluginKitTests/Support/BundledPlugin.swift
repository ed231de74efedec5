import ChildPluginAPI
import Glibc
import Testing

/// The bundled plugins, opened where the build has left them: next to the tests.
enum BundledPlugin: String, CaseIterable {
  case loading = "LoadingChild"
  case list = "ListChild"
  case error = "ErrorChild"

  var path: String {
    get throws {
      let folder = try #require(try programPath().lastIndex(of: "/"))
      return try String(programPath()[..<folder]) + "/lib\(rawValue).so"
    }
  }

  func library() throws -> UnsafeMutableRawPointer {
    let path = try path
    let opened = unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL)
    return try unsafe #require(unsafe opened, "cannot open \(path)")
  }

  /// What its entry returns to a host of that version.
  func table(
    forMajor major: UInt32 = 1, minor: UInt32 = 0
  ) throws -> UnsafePointer<childplugin_plugin_t> {
    typealias Entry =
      @convention(c) (UInt32, UInt32) -> UnsafePointer<childplugin_plugin_t>?
    let symbol = try unsafe #require(unsafe dlsym(library(), CHILDPLUGIN_ENTRY_SYMBOL))
    let entry = unsafe unsafeBitCast(symbol, to: Entry.self)
    return try unsafe #require(unsafe entry(major, minor))
  }

  func child(_ id: String, on host: FakeHost = FakeHost()) throws -> TestChild {
    try unsafe TestChild(table(), id: id, host: host)
  }
}

private func programPath() throws -> String {
  var bytes = [CChar](repeating: 0, count: 4096)
  let length = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
  return String(decoding: bytes.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
