import Glibc

/// Where the benchmarks keep what they build: a folder beside the program, remade when it is gone.
struct Workshop {
  /// The folder of the built programs.
  let products: String
  /// The repository's folder.
  let repository: String
  /// The workshop's own folder.
  let folder: String

  /// - Parameter program: the path of this program.
  init?(program: String) {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard unsafe realpath(program, &path) != nil else { return nil }
    let end = path.firstIndex(of: 0) ?? path.endIndex
    let parts = String(decoding: path[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      .split(separator: "/")
    guard parts.count > 4, let build = parts.lastIndex(of: ".build") else { return nil }
    products = "/" + parts.dropLast().joined(separator: "/")
    repository = "/" + parts[..<build].joined(separator: "/")
    folder = repository + "/.build/benchmarks"
    unsafe mkdir(folder, 0o755)
  }

  var statehost: String { products + "/statehost" }

  /// Compiles a program of Benchmarks/Programs.
  ///
  /// - Parameters:
  ///   - name: its file, without the suffix.
  ///   - output: the file to make, in the workshop's folder.
  ///   - flags: what the compiler needs besides.
  /// - Returns: the path of what was made; nil when the compiler failed.
  func compile(_ name: String, to output: String, _ flags: [String] = []) -> String? {
    let path = folder + "/" + output
    let arguments =
      ["cc", "-O2", "-I", repository + "/Sources/ChildPluginAPI/include", "-o", path]
      + ["\(repository)/Benchmarks/Programs/\(name).c"] + flags
    guard let compiler = ChildProcess.piped(arguments) else { return nil }
    _ = compiler.readToEnd()
    return compiler.finish(killing: false) == 0 ? path : nil
  }

  /// Compiles a Swift program of Benchmarks/Programs, with as few libraries as this package's own.
  ///
  /// - Parameter name: its file, without the suffix.
  /// - Returns: the path of what was made; nil when the compiler failed.
  func compileSwift(_ name: String) -> String? {
    let path = folder + "/" + name
    let lean = ["concurrency", "string-processing"].flatMap {
      ["-Xfrontend", "-disable-implicit-\($0)-module-import"]
    }
    let source = "\(repository)/Benchmarks/Programs/\(name).swift"
    guard let compiler = ChildProcess.piped(["swiftc", "-O", source, "-o", path] + lean) else {
      return nil
    }
    _ = compiler.readToEnd()
    return compiler.finish(killing: false) == 0 ? path : nil
  }

  /// Writes a file into the workshop's folder.
  ///
  /// - Parameters:
  ///   - bytes: what to write.
  ///   - name: the file's name.
  /// - Returns: its path.
  func write(_ bytes: [UInt8], to name: String) -> String {
    let path = folder + "/" + name
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(
          descriptor, $0.baseAddress.map { unsafe $0 + written }, $0.count - written)
      }
      guard count > 0 else { break }
      written += count
    }
    return path
  }

  /// Writes ten million numbered lines.
  ///
  /// - Returns: the file's path.
  func writeTenMillionLines() -> String {
    var bytes: [UInt8] = []
    for number in 0..<10_000_000 { bytes += "\(number) a line of a log\n".utf8 }
    return write(bytes, to: "ten-million-lines.txt")
  }

  /// Installs the program below the workshop's folder, without its symbols, as `make install` does.
  ///
  /// - Returns: its path; nil when that failed.
  func install() -> String? {
    let prefix = folder + "/installed"
    let command =
      "cd '\(repository)' && PREFIX='\(prefix)' BUILD='\(products)' sh Scripts/install.sh"
    guard let script = ChildProcess.piped(["sh", "-c", command]) else { return nil }
    _ = script.readToEnd()
    return script.finish(killing: false) == 0 ? prefix + "/bin/statehost" : nil
  }

  /// The bytes of a file.
  static func read(_ path: String) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
