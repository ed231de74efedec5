internal import ChildPluginAPI

extension DescriptorReader {
  static let optionsLimit: UInt32 = 64
  static let choicesLimit: UInt32 = 64

  /// The options that a descriptor declares, checked.
  func options(
    _ first: UnsafePointer<childplugin_option_t>?, count: UInt32
  ) throws(ChildProblem) -> [OptionType] {
    if count == 0 { return [] }
    if count > Self.optionsLimit { throw .optionCount(count) }
    guard let first = unsafe first else { throw .optionsMissing }
    let start = unsafe UnsafeRawPointer(first)
    let stride = unsafe ForeignMemory.size(at: start)
    var options: [OptionType] = []
    for index in 0..<count {
      let option = try unsafe option(start + Int(index) * Int(stride), index: index)
      if options.contains(where: { $0.name == option.name }) {
        throw .optionTwice(option.name)
      }
      options.append(option)
    }
    return options
  }

  private func option(
    _ address: UnsafeRawPointer, index: UInt32
  ) throws(ChildProblem) -> OptionType {
    let size = unsafe ForeignMemory.size(at: address)
    guard unsafe childplugin_option_t.sizes.allows(size, inMinor: minor) else {
      throw .optionSize(index: index, size)
    }
    let raw = unsafe ForeignMemory.copy(childplugin_option_t.self, at: address, size: size)
    let name = try unsafe Self.text(unsafe raw.name, "name of option \(index)")
    let help = try unsafe Self.text(unsafe raw.help, "help of option \(index)")
    let fallback = try unsafe Self.text(unsafe raw.fallback, "fallback of option \(index)")
    let choices = try unsafe Self.choices(raw.choices, count: raw.choice_count, index: index)
    var range: ClosedRange<Double>?
    if unsafe raw.flags & CHILDPLUGIN_OPTION_RANGE != 0 {
      guard unsafe raw.minimum <= raw.maximum else { throw .option(index: index, .range) }
      range = unsafe raw.minimum...raw.maximum
    }
    do throws(OptionType.Fault) {
      return try OptionType(
        name: name, kind: unsafe OptionType.Kind(rawValue: raw.kind) ?? .text, fallback: fallback,
        help: help, choices: choices, range: range)
    } catch {
      throw .option(index: index, error)
    }
  }

  private static func choices(
    _ first: UnsafePointer<childplugin_text_t>?, count: UInt32, index: UInt32
  ) throws(ChildProblem) -> [String] {
    guard count > 0 else { return [] }
    guard let first = unsafe first, count <= choicesLimit else {
      throw .option(index: index, .choices)
    }
    var choices: [String] = []
    for choice in 0..<count {
      choices.append(
        try unsafe text(unsafe first[Int(choice)], "choice \(choice) of option \(index)"))
    }
    return choices
  }
}
