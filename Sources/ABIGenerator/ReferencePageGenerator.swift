/// The generator of the page of docs/ that lists the host's functions: when a plugin may call each,
/// and the first sentence of its comment.
struct ReferencePageGenerator {
  let functions: [HostFunction]

  var text: String {
    var lines = [
      "# The host's functions",
      "",
      "Made from the header by `make generate`: do not edit. The header, `childplugin.h`, says the rest: who owns what,",
      "what a result means. `on screen` is from will_appear to did_disappear, `alive` from create to destroy; the kinds of",
      "acts are those of *User activation* in the header.",
    ]
    var group = ""
    for function in functions {
      if function.group != group {
        group = function.group
        let id = ["host", "canvas"].contains(group) ? "" : " (`childplugin.host.\(group)/1`)"
        lines += ["", "## \(group)\(id)", "", "| function | when | what |", "| --- | --- | --- |"]
      }
      let tag = function.tag.filter { $0 != "main" }.joined(separator: ", ")
      lines.append("| `\(function.name)` | \(tag) | \(firstSentence(of: function.text)) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func firstSentence(of text: String) -> String {
    let end = text.firstRange(of: /[.:] (?=[A-Z])|\.$/)?.lowerBound ?? text.endIndex
    return text[..<end].replacing("|", with: "\\|") + "."
  }
}
