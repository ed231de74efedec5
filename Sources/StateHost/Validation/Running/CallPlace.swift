/// Where in a plugin's life a mistake was made, as far as its check knows.
enum CallPlace: Equatable {
  /// In the latest call.
  case lastCall
  /// In this one, as the record has it; with those before it, the oldest first.
  case call(String, after: [String] = [])
  /// It shows afterwards alone: in the latest call, or in any before it.
  case afterLastCall

  /// In what no call has to do with.
  static let file = CallPlace.call("no call: it is in the file")
}
