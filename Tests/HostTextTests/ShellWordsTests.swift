import HostText
import Testing

@Suite struct `Words for a shell` {
  @Test(arguments: [
    (["grep", "-r", "two words", "."], "grep -r 'two words' ."), ([""], "''"),
    (["it's"], "'it'\\''s'"), (["éÀ/a.b_c-d+e=f:g,h@i%j"], "éÀ/a.b_c-d+e=f:g,h@i%j"),
    (["$HOME", "*"], "'$HOME' '*'"),
  ])
  func `stand in quotes where they need them`(words: [String], text: String) {
    #expect(ShellWords.quoted(words) == text)
  }
}
