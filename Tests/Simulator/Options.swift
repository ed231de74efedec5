/// What the simulator is told.
struct Options {
  var first: UInt64 = 1
  var count: UInt64 = 1_000
  /// Where the simulated plugin is, compiled.
  var pluginFolder = ""
  /// One script to play instead.
  var scenarioFile: String?
  /// A folder of scenarios to play in this process and in workers instead.
  var comparedFolder: String?
  /// Play the short sequences of a container instead, or the long ones too.
  var sequences: Sequences?
  /// Play in this process, and say which seed is played.
  var playsHere = false

  enum Sequences: String {
    case short, long
  }

  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let flag = rest.popFirst() {
      if flag == "--here" {
        playsHere = true
        continue
      }
      guard let value = rest.popFirst() else { throw Unknown(description: "\(flag) needs a value") }
      switch flag {
      case "--first": first = try Self.number(value, of: flag)
      case "--seeds": count = try Self.number(value, of: flag)
      case "--plugins": pluginFolder = value
      case "--script": scenarioFile = value
      case "--compare": comparedFolder = value
      case "--sequences":
        guard let extent = Sequences(rawValue: value) else {
          throw Unknown(description: "\(flag) is short or long")
        }
        sequences = extent
      default: throw Unknown(description: "unknown option \(flag)")
      }
    }
  }

  private static func number(_ value: String, of flag: String) throws -> UInt64 {
    guard let number = UInt64(value) else { throw Unknown(description: "\(flag) needs a number") }
    return number
  }
}
