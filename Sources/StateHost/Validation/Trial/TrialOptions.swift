internal import HostPlugins

/// What a child under trial is given of its options, as a run gives it.
///
/// Who declares options is given these and no others, each with a value that it takes; who declares none is given
/// whatever is said.
struct TrialOptions {
  private let declared: [OptionType]
  private let said: [UInt8]?
  private let saidName: String?
  private let given: [OptionChoice]

  /// - Parameters:
  ///   - type: whose; nil: of a child that declares none.
  ///   - said: what the user says; nil: nothing.
  ///   - name: of which option; nil: of each that takes it.
  ///   - given: what holds where the check says nothing else, of any children.
  init(
    of type: ChildType? = nil, saying said: [UInt8]? = nil, for name: String? = nil,
    given: [OptionChoice] = []
  ) {
    declared = type?.options ?? []
    self.said = said
    saidName = name
    self.given = given.filter { $0.id == type?.id }
  }

  /// What an option is; nil where it is not given.
  subscript(name: String) -> [UInt8]? {
    let said = saidName == nil || saidName == name ? said : nil
    let given = given.last { $0.name == name }.map { Array($0.text.utf8) }
    guard !declared.isEmpty else { return said ?? given }
    guard let type = declared.first(where: { $0.name == name }) else { return nil }
    if let said, let text = String(validating: said, as: UTF8.self), type.takes(text) {
      return said
    }
    return given ?? (type.fallback.isEmpty ? nil : Array(type.fallback.utf8))
  }
}

extension OptionType {
  /// Values that it takes, of which some are at its ends.
  var sampleValues: [[UInt8]] {
    let ends = [range?.lowerBound, range?.upperBound].compactMap { $0 }
    let values: [String] =
      switch kind {
      case .text: []
      case .flag: ["true", "false"]
      case .choice: choices
      case .integer:
        ["9223372036854775807", "-9223372036854775808", "0", "1", "-1"]
          + ends.compactMap { Int64(exactly: $0.rounded()) }.map(String.init)
      case .number: ["1e300", "-1e300", "0.001", "0", "1", "-1"] + ends.map { "\($0)" }
      case .duration: ["0s", "1ms", "3600s"] + ends.map { "\($0)s" }
      }
    return values.filter { takes($0) }.map { Array($0.utf8) }
  }
}
