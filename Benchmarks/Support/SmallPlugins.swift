import Glibc

/// A folder of copies of one small plugin, each with an id of its own, at most 1,000.
struct SmallPlugins {
  let folder: String
  /// A file that names one of them in each line.
  let list: String

  /// Makes it in the workshop, of plugins that present a state or none; nil without a compiler.
  init?(count: Int, presenting state: String? = nil, in workshop: Workshop) {
    let name = "plugins-\(state ?? "")\(count)"
    folder = workshop.folder + "/" + name
    unsafe mkdir(folder, 0o755)
    let original = "org.example.n0000"
    guard
      let model = workshop.compile(
        "small-plugin", to: "model.so",
        ["-shared", "-fPIC", "-DID=\"\(original)\""] + (state.map { ["-DSTATE=\"\($0)\""] } ?? []))
    else { return nil }
    var bytes = Workshop.read(model)
    let pattern = Array(original.utf8)
    let places = bytes.indices.filter { start in
      start + pattern.count <= bytes.count && bytes[start] == pattern[0]
        && bytes[start..<start + pattern.count].elementsEqual(pattern)
    }
    var lines = ""
    for number in 0..<count {
      let digits = Array(String(number + 10000).utf8.dropFirst())
      for place in places {
        for (offset, digit) in digits.enumerated() {
          bytes[place + pattern.count - digits.count + offset] = digit
        }
      }
      lines += workshop.write(bytes, to: "\(name)/n\(number + 10000).so") + "\n"
    }
    list = workshop.write(Array(lines.utf8), to: name + ".txt")
  }
}
