internal import StateContainerModel

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
    init(_ description: String) { self.description = description }
  }

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let flag = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw Unknown("\(flag) needs a value") }
        return value
      }
      func number() throws -> UInt64 {
        guard let number = UInt64(try value()) else { throw Unknown("\(flag) needs a number") }
        return number
      }
      switch flag {
      case "--here": playsHere = true
      case "--keys": playsKeys = true
      case "--loads": playsLoads = true
      case "--long": isLong = true
      case "--first": first = try number()
      case "--seeds": count = try number()
      case "--plugins": pluginFolder = try value()
      case "--script": scenarioFile = try value()
      case "--compare": comparedFolder = try value()
      case "--interrupt": interruptedSituation = try value()
      case "--stride": stride = Int(try number())
      case "--sequences":
        guard let kind = Sequences(try value()) else {
          let names = ["scenarios"] + ContractSequences.Family.allCases.map(\.rawValue)
          throw Unknown("\(flag) is one of \(names.joined(separator: ", "))")
        }
        sequences = kind
      default: throw Unknown("unknown option \(flag)")
      }
    }
  }
}
