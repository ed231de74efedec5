/// The calls of one check that took long, those of the slowest function counted.
struct SlowCalls {
  /// What takes less is not slow.
  static let shortestNanoseconds: Int64 = 5_000_000

  private var functions: [String: (calls: Int, nanoseconds: Int64)] = [:]
  /// How long all of them took.
  private(set) var nanoseconds: Int64 = 0

  /// Adds a call, which the record has with its arguments.
  mutating func add(_ call: String, _ nanoseconds: Int64) {
    self.nanoseconds += nanoseconds
    let function = String(call.prefix { $0 != "(" })
    let former = functions[function] ?? (0, 0)
    functions[function] = (former.calls + 1, former.nanoseconds + nanoseconds)
  }

  /// Such as `37 calls of draw took 20 ms each`.
  var words: String {
    guard
      let slowest = functions.max(by: {
        ($0.value.nanoseconds, $0.key) < ($1.value.nanoseconds, $1.key)
      })
    else { return "no call was slow" }
    return Self.words(slowest.key, slowest.value.calls, slowest.value.nanoseconds)
  }

  /// The same of one function's calls that took so long together.
  static func words(_ function: String, _ calls: Int, _ nanoseconds: Int64) -> String {
    let each = nanoseconds / Int64(max(1, calls)) / 1_000_000
    return calls == 1
      ? "a call of \(function) took \(each) ms"
      : "\(calls) calls of \(function) took \(each) ms each"
  }
}
