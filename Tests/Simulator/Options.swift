internal import StateContainerModel

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
  /// Play the table of interruptions instead; which situation of it, or `all`.
  var interruptedSituation: String?
  /// Only after every so many turns of the loop.
  var stride = 1
  /// Play the sequences of a container instead.
  var sequences: Sequences?
  /// Go as far with them as takes minutes.
  var isLong = false
  /// Play keys for the bundled list instead, with the host's own work as late as it comes.
  var playsKeys = false
  /// Play tables that are loaded every second instead.
  var playsLoads = false
  /// Play in this process, and say which seed is played.
  var playsHere = false

  enum Sequences {
    /// As scenarios, held against the rules of the container.
    case scenarios
    /// Call for call, held against the model of its contract.
    case contract(ContractSequences.Family)

    init?(_ name: String) {
      if name == "scenarios" {
        self = .scenarios
      } else if let family = ContractSequences.Family(rawValue: name) {
        self = .contract(family)
      } else {
        return nil
      }
    }
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
      if flag == "--keys" {
        playsKeys = true
        continue
      }
      if flag == "--loads" {
        playsLoads = true
        continue
      }
      if flag == "--long" {
        isLong = true
        continue
      }
      guard let value = rest.popFirst() else { throw Unknown(description: "\(flag) needs a value") }
      switch flag {
      case "--first": first = try Self.number(value, of: flag)
      case "--seeds": count = try Self.number(value, of: flag)
      case "--plugins": pluginFolder = value
      case "--script": scenarioFile = value
      case "--compare": comparedFolder = value
      case "--interrupt": interruptedSituation = value
      case "--stride": stride = Int(try Self.number(value, of: flag))
      case "--sequences":
        guard let kind = Sequences(value) else {
          let names = ["scenarios"] + ContractSequences.Family.allCases.map(\.rawValue)
          throw Unknown(description: "\(flag) is one of \(names.joined(separator: ", "))")
        }
        sequences = kind
      default: throw Unknown(description: "unknown option \(flag)")
      }
    }
  }

  private static func number(_ value: String, of flag: String) throws -> UInt64 {
    guard let number = UInt64(value) else { throw Unknown(description: "\(flag) needs a number") }
    return number
  }
}
