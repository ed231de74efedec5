internal import HostText

extension ChildProblem {
  /// The problem and a remedy.
  package var text: (what: String, remedy: String) {
    switch self {
    case .noDescriptor:
      ("descriptor returns NULL", "return one for every index below descriptor_count")
    case .descriptorSize(let size):
      (
        "its descriptor has a size that does not fit its minor version (\(size))",
        "set size to sizeof(childplugin_descriptor_t)"
      )
    case .idEmpty, .idTooLong, .idCharacter, .idTaken, .idReserved: idText
    case .nameEmpty: ("its name is empty", "give it a name for people")
    case .notText(let field): ("its \(field) is not valid UTF-8", "write it as UTF-8")
    case .textMalformed(let field):
      ("its \(field) has a length but no text", "set bytes and length together")
    case .placeCount, .placesMissing, .placeSize, .placeStateEmpty, .placeTwice, .placeDock:
      placeText
    case .needCount, .needsMissing, .needMalformed: needText
    case .keyCount, .keysMissing, .keySize, .keyStateEmpty, .keyName, .keyTwice: keyText
    case .optionCount, .optionsMissing, .optionSize, .option, .optionTwice: optionText
    case .sourceIsShown:
      ("it is a source, and has places or keys", "set place_count and key_count to 0")
    case .sourceNotRead:
      ("it is a source, and its plugin has no function read", "set read in the plugin's table")
    }
  }

  private var idText: (what: String, remedy: String) {
    switch self {
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
    default: preconditionFailure("not of an id: \(self)")
    }
  }

  private var needText: (what: String, remedy: String) {
    switch self {
    case .needCount(let count):
      ("need_count says \(count) needs", "at most \(DescriptorReader.needsLimit) are allowed")
    case .needsMissing: ("need_count is not 0 but needs is NULL", "set both, or need_count to 0")
    case .needMalformed(let index):
      (
        "need \(index) is no word, or there twice",
        "use \(PluginNeeds.allWords.joined(separator: ", ")), each once"
      )
    default: preconditionFailure("not of a need: \(self)")
    }
  }

  private var keyText: (what: String, remedy: String) {
    switch self {
    case .keyCount(let count):
      ("key_count says \(count) keys", "at most \(DescriptorReader.keysLimit) are allowed")
    case .keysMissing: ("key_count is not 0 but keys is NULL", "set both, or key_count to 0")
    case .keySize(let index, let size):
      (
        "key \(index) has a size that does not fit its minor version (\(size))",
        "set size to sizeof(childplugin_default_key_t)"
      )
    case .keyStateEmpty(let index): ("key \(index) names no state", "name one")
    case .keyName(let index, let name, let problem):
      (
        "key \(index) is \(HarmlessText.quoted(name)), which no terminal sends",
        Self.remedy(for: name, problem)
      )
    case .keyTwice(let name): ("it names the key \(name) twice", "name each key once")
    default: preconditionFailure("not of a key: \(self)")
    }
  }

  private var optionText: (what: String, remedy: String) {
    switch self {
    case .optionCount(let count):
      ("option_count says \(count) options", "at most \(DescriptorReader.optionsLimit) are allowed")
    case .optionsMissing:
      ("option_count is not 0 but options is NULL", "set both, or option_count to 0")
    case .optionSize(let index, let size):
      (
        "option \(index) has a size that does not fit its minor version (\(size))",
        "set size to sizeof(childplugin_option_t)"
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
    case .optionTwice(let name): ("it declares the option \(name) twice", "declare each once")
    default: preconditionFailure("not of an option: \(self)")
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

  private var placeText: (what: String, remedy: String) {
    switch self {
    case .placeCount(let count):
      ("place_count says \(count) places", "at most \(DescriptorReader.placesLimit) are allowed")
    case .placesMissing:
      ("place_count is not 0 but places is NULL", "set both, or place_count to 0")
    case .placeSize(let index, let size):
      (
        "place \(index) has a size that does not fit its minor version (\(size))",
        "set size to sizeof(childplugin_place_t)"
      )
    case .placeStateEmpty(let index): ("place \(index) names no state", "name one")
    case .placeTwice(let state): ("it names the state \(state) twice", "name each state once")
    case .placeDock(let state):
      (
        "its dock in the state \(state) has numbers out of range",
        "set edge, unit, extent and minimum as the header says"
      )
    default: preconditionFailure("not of a place: \(self)")
    }
  }
}
