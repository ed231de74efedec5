internal import Glibc

/// An error message of the dynamic loader (`dlerror`), parsed into a problem with a remedy for the user.
struct LoaderMessage {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The problem in the last `dlerror`.
  static var lastProblem: PluginProblem {
    guard let message = unsafe dlerror() else { return .refusedByLoader("no reason given") }
    return unsafe LoaderMessage(String(cString: message)).problem
  }

  var problem: PluginProblem {
    if let name = text(before: ": cannot open shared object file"), !isDescriptor(name) {
      return .missingLibrary(name)
    }
    if let name = text(after: "undefined symbol: ") {
      return .undefinedSymbol(word(of: name))
    }
    if let library = text(before: ": version `"), let rest = text(after: ": version `") {
      return .missingVersion(word(of: rest), of: library)
    }
    return .refusedByLoader(isDescriptor(text) ? text(after: ": ") ?? text : text)
  }

  /// Whether a name is the descriptor path under which the plugin was loaded.
  private func isDescriptor(_ name: String) -> Bool {
    name.utf8.firstRange(of: "/proc/self/fd/".utf8).map {
      name.utf8[..<$0.lowerBound].allSatisfy { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
    } ?? false
  }

  private func text(before mark: String) -> String? {
    text.utf8.firstRange(of: mark.utf8).map { String(text[..<$0.lowerBound]) }
  }

  private func text(after mark: String) -> String? {
    text.utf8.firstRange(of: mark.utf8).map { String(text[$0.upperBound...]) }
  }

  /// The leading symbol or version of a text, up to the first byte that cannot be part of one.
  private func word(of text: String) -> String {
    let ends: [UInt8] = Array(" \t\n',()".utf8)
    return String(decoding: text.utf8.prefix { !ends.contains($0) }, as: UTF8.self)
  }
}

extension String.UTF8View {
  fileprivate func firstRange(of mark: String.UTF8View) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      let rest = self[start...]
      if rest.starts(with: mark) { return start..<index(start, offsetBy: mark.count) }
      start = index(after: start)
    }
    return nil
  }
}
