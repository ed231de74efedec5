package import HostText

/// The error because of which the descriptor of a child or source is rejected: a missing, malformed
/// or excessive field, or an id that is reserved or taken, as text with a remedy.
package enum DescriptorProblem: Error, Equatable, Sendable {
  /// One of the four lists in a C descriptor (places, needs, keys, options), by the first word of
  /// its fields, such as `place_count`, with the limit of its length.
  package enum List: String, CustomStringConvertible, Sendable {
    case place, need, key, option

    package var description: String { rawValue }

    var limit: UInt32 {
      switch self {
      case .place, .option: 64
      case .need, .key: 16
      }
    }

    fileprivate var structName: String {
      self == .key ? "childplugin_default_key_t" : "childplugin_\(self)_t"
    }
  }

  case noDescriptor
  case descriptorSize(UInt32)
  case idEmpty
  case idTooLong(bytes: UInt64)
  case idCharacter(offset: Int)
  case idTaken(file: String)
  /// The id has the prefix of the program's own children.
  case idReserved
  case nameEmpty
  /// The text of this field is not UTF-8.
  case notText(field: String)
  /// The field has a length but no bytes, or an absurd length.
  case textMalformed(field: String)
  /// A list has more elements than are allowed.
  case count(List, UInt32)
  /// A list with elements is NULL.
  case missing(List)
  case size(List, index: UInt32, UInt32)
  /// A place or key names no state.
  case stateEmpty(List, index: UInt32)
  /// Two places have this state, two keys this key, or two options this name.
  case twice(List, String)
  /// The numbers of its dock are out of range.
  case placeDock(state: String)
  /// A need is not a word, or is listed twice.
  case needMalformed(index: UInt32)
  /// There is no key with this name.
  case keyName(index: UInt32, String, KeyNameProblem)
  case option(index: UInt32, OptionDeclaration.Fault)
  /// A source has places or keys.
  case sourceIsShown
  /// A source whose plugin has no `read`.
  case sourceNotRead

  package var text: (what: String, remedy: String) {
    switch self {
    case .noDescriptor:
      ("descriptor returns NULL", "return one for every index below descriptor_count")
    case .descriptorSize(let size):
      (
        "its descriptor has a size that does not fit its minor version (\(size))",
        "set size to sizeof(childplugin_descriptor_t)"
      )
    case .idEmpty: ("its id is empty", "give it one such as com.example.name")
    case .idTooLong(let bytes):
      ("its id has \(bytes) bytes", "at most \(DescriptorReader.idBytesLimit) are allowed")
    case .idCharacter(let offset):
      (
        "its id has a character that is not allowed, at byte \(offset)",
        "use letters, digits, '.', '-' and '_' only"
      )
    case .idTaken(let file):
      (
        "its id is taken by \(file), which was found first",
        "remove one of the two, or change the id"
      )
    case .idReserved:
      (
        "its id begins with \(PluginTrust.reservedIDs), which is the program's own",
        "give it one of a domain of yours"
      )
    case .nameEmpty: ("its name is empty or blank", "give it a name for people")
    case .notText(let field): ("its \(field) is not valid UTF-8", "write it as UTF-8")
    case .textMalformed(let field):
      ("its \(field) has a length but no text", "set bytes and length together")
    case .count(let list, let count):
      ("\(list)_count says \(count) \(list)s", "at most \(list.limit) are allowed")
    case .missing(let list):
      ("\(list)_count is not 0 but \(list)s is NULL", "set both, or \(list)_count to 0")
    case .size(let list, let index, let size):
      (
        "\(list) \(index) has a size that does not fit its minor version (\(size))",
        "set size to sizeof(\(list.structName))"
      )
    case .stateEmpty(let list, let index): ("\(list) \(index) names no state", "name one")
    case .twice(.key, let name): ("it names the key \(name) twice", "name each key once")
    case .twice(.option, let name): ("it declares the option \(name) twice", "declare each once")
    case .twice(_, let state): ("it names the state \(state) twice", "name each state once")
    case .placeDock(let state):
      (
        "its dock in the state \(state) has numbers out of range",
        "set edge, unit, extent and minimum as the header says"
      )
    case .needMalformed(let index):
      (
        "need \(index) is no word, or there twice",
        "use \(PluginNeeds.allWords.joined(separator: ", ")), each once"
      )
    case .keyName(let index, let name, let problem):
      (
        "key \(index) is \(HarmlessText.quoted(name)), which no terminal sends",
        Self.remedy(for: name, problem)
      )
    case .option(let index, .name):
      (
        "the name of option \(index) is empty, too long, or has a character that is not allowed",
        "use letters, digits, '-' and '_' only, 64 at most"
      )
    case .option(let index, .choices):
      ("option \(index) has no choices, too many, or one twice", "give it 1 to 64, each once")
    case .option(let index, .range):
      ("option \(index) has no range", "set minimum to maximum or less")
    case .option(let index, .fallback):
      (
        "the fallback of option \(index) is not what the option takes",
        "write it as a user would, or leave it empty"
      )
    case .sourceIsShown:
      ("it is a source, and has places or keys", "set place_count and key_count to 0")
    case .sourceNotRead:
      ("it is a source, and its plugin has no function read", "set read in the plugin's table")
    }
  }

  private static func remedy(for name: String, _ problem: KeyNameProblem) -> String {
    switch problem {
    case .sentAs(let key): return "write \(HarmlessText.quoted(key.name)), which it sends"
    case .shiftChangesCharacter: return "write the character that Shift makes of it"
    case .signal: return "write another key: the terminal makes a signal of this one"
    case .unknown:
      guard let nearest = NearestName.nearest(to: name, among: Key.names) else {
        return "write one character, or a name such as \"enter\" or \"page-up\""
      }
      return "did you mean \(HarmlessText.quoted(nearest))?"
    }
  }
}
