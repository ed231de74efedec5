internal import Foundation

/// What is fed with bytes of any kind until something does not hold.
///
/// None of them only waits for a crash: each says what must be so of whatever comes out.
enum Fuzzer: String, CaseIterable {
  case states
  case input
  case harmless
  case workerMessage = "worker-message"
  case workerLife = "worker-life"
  case hostMessage = "host-message"
  case parts
  case cache
  case elf
  case expression

  /// The one that `STATEHOST_FUZZ` names.
  static let chosen: Fuzzer = {
    let name = ProcessInfo.processInfo.environment["STATEHOST_FUZZ"] ?? ""
    guard let chosen = Fuzzer(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: " ")
      FileHandle.standardError.write(Data("STATEHOST_FUZZ is one of: \(names)\n".utf8))
      exit(2)
    }
    return chosen
  }()

  func take(_ bytes: [UInt8]) {
    switch self {
    case .states: StatesFuzzer.take(bytes)
    case .input: InputFuzzer.take(bytes)
    case .harmless: HarmlessFuzzer.take(bytes)
    case .workerMessage: WorkerMessageFuzzer.take(bytes)
    case .workerLife: WorkerLifeFuzzer.take(bytes)
    case .hostMessage: HostMessageFuzzer.take(bytes)
    case .parts: PartsFuzzer.take(bytes)
    case .cache: CacheFuzzer.take(bytes)
    case .elf: ElfFuzzer.take(bytes)
    case .expression: ExpressionFuzzer.take(bytes)
    }
  }
}

/// Ends the process, which tells libFuzzer, where something does not hold.
func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) {
  if !holds { fatalError(sentence()) }
}
