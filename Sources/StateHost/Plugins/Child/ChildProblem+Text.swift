extension ChildProblem {
  /// What is wrong and what to do about it.
  package var text: (what: String, remedy: String) {
    switch self {
    case .noDescriptor:
      ("descriptor returns NULL", "return one for every index below descriptor_count")
    case .descriptorSize(let size):
      (
        "its descriptor has no possible size (\(size))",
        "set size to sizeof(childplugin_descriptor_t)"
      )
    case .idEmpty, .idTooLong, .idCharacter, .idTaken: idText
    case .nameEmpty: ("its name is empty", "give it a name for people")
    case .notText(let field): ("its \(field) is not valid UTF-8", "write it as UTF-8")
    case .textMalformed(let field):
      ("its \(field) has a length but no text", "set bytes and length together")
    case .placeCount, .placesMissing, .placeSize, .placeStateEmpty, .placeTwice: placeText
    case .needCount, .needsMissing, .needMalformed: needText
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

  private var placeText: (what: String, remedy: String) {
    switch self {
    case .placeCount(let count):
      ("place_count says \(count) places", "at most \(DescriptorReader.placesLimit) are allowed")
    case .placesMissing:
      ("place_count is not 0 but places is NULL", "set both, or place_count to 0")
    case .placeSize(let index, let size):
      (
        "place \(index) has no possible size (\(size))", "set size to sizeof(childplugin_place_t)"
      )
    case .placeStateEmpty(let index): ("place \(index) names no state", "name one")
    case .placeTwice(let state): ("it names the state \(state) twice", "name each state once")
    default: preconditionFailure("not of a place: \(self)")
    }
  }
}
