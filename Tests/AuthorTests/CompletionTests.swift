import Foundation
import TestSupport
import Testing

@testable import StateHost

@Suite("Completions")
struct CompletionTests {
  @Test(arguments: Shell.allCases.filter { ProgramRun.canRun($0.rawValue) })
  fileprivate func `are in the language of the shell`(shell: Shell) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(CompletionScriptGenerator.text(for: shell), to: "completions")
    let run = try Tools.run(
      [shell.rawValue, shell == .fish ? "--no-execute" : "-n", file], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.isEmpty)
  }

  @Test(
    .enabled(if: ProgramRun.canRun("bash"), "bash is not installed"),
    arguments: [
      (["pl"], ["play", "plugins"]),
      (["--col"], ["--color", "--colour", "--columns"]),
      (["--color", "t"], ["truecolour"]),
      (["--pi"], ["--pick"]),
      (["--colour", "t"], ["truecolour"]),
      (["run", "--stat"], ["--states"]),
      (["new", "--language", ""], ["c", "cpp", "rust", "swift"]),
      (["new", "-l", "r"], ["rust"]),
      (["plugins", "--j"], ["--json"]),
      (["completions", ""], ["bash", "zsh", "fish"]),
      (["--events", "x"], []),
      (["--", "tru"], ["true", "truncate"]),
    ])
  func `of bash are the words that may follow`(_ words: [String], _ offered: [String]) throws {
    let folder = try ScratchFolder()
    let script = """
      PATH=/usr/bin:/bin
      \(CompletionScriptGenerator.text(for: .bash))
      COMP_WORDS=(statehost \(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count)
      _statehost
      printf '%s\\n' "${COMPREPLY[@]}" | sort -u
      """
    let file = try folder.write(script, to: "complete")
    let run = try Tools.run(["bash", file], in: folder.path)
    let answers = run.output.split(separator: "\n").map(String.init)
    #expect(answers == offered.sorted(), "\(run.errors)")
  }

  @Test(
    .enabled(if: ProgramRun.canRun("fish"), "fish is not installed"),
    arguments: [
      ("pl", ["play", "plugins"]), ("--colour t", ["truecolour"]), ("new -l r", ["rust"]),
      ("plugins --j", ["--json"]),
    ])
  func `of fish are the words that may follow`(_ line: String, _ offered: [String]) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(CompletionScriptGenerator.text(for: .fish), to: "completions")
    let run = try Tools.run(
      ["fish", "--no-config", "-c", "source \(file); complete -C 'statehost \(line)'"],
      in: folder.path)
    let words = run.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
    #expect(words.map(String.init) == offered, "\(run.errors)")
  }
}
