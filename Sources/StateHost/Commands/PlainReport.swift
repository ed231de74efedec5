internal import HostContent
internal import HostSurface
internal import HostSystem
internal import HostText

/// A run without an interface: the rows go to standard output and the command's standard error to
/// standard error, as they come; a load that fails is told, and with `--plain` every state.
final class PlainReport {
  private let standardOutput: any OutputPort
  private let standardError: any OutputPort
  private let sources: any SourceWorld
  private let tellsStates: Bool
  private let stripsRows: Bool
  private var errorWriter: RowWriter?
  private var toldLoader: ContentLoader?

  /// - Parameters:
  ///   - standardOutput: where rows go.
  ///   - standardError: where everything else goes.
  ///   - tellsStates: whether changes of state are told, too.
  ///   - stripsRows: whether rows are written as they would be shown.
  ///   - sources: where sources are opened.
  init(
    standardOutput: any OutputPort, standardError: any OutputPort, tellsStates: Bool,
    stripsRows: Bool, sources: any SourceWorld
  ) {
    self.sources = sources
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.tellsStates = tellsStates
    self.stripsRows = stripsRows
  }

  /// Makes a loader whose rows pass on instead of being kept.
  func makeLoader(_ source: Source) -> ContentLoader {
    var options = ContentLoader.Options()
    options.rowWriter =
      stripsRows
      ? RowWriter(output: standardOutput, sanitizer: StrippedRow.append)
      : Self.writer(to: standardOutput)
    let errorWriter = Self.writer(to: standardError)
    self.errorWriter = errorWriter
    options.errorWriter = errorWriter
    return ContentLoader(source, in: sources, options: options)
  }

  /// Only on a terminal are rows made harmless: elsewhere every byte passes as it came.
  private static func writer(to output: any OutputPort) -> RowWriter {
    guard output.isTerminal else { return RowWriter(output: output) }
    return RowWriter(output: output) { row, clean in
      HarmlessText.appendKeepingBytes(row, to: &clean)
    }
  }

  /// A state is shown.
  ///
  /// - Parameters:
  ///   - state: its name.
  ///   - words: what there is to say of it.
  func stateShown(_ state: String, _ words: String) {
    if tellsStates { tell("statehost: \(state): \(words)") }
  }

  /// To be called after every turn of the loop: a load that has failed is told, once.
  func turnEnded(_ loader: ContentLoader) {
    guard !loader.content.isLoading, let error = loader.content.error, toldLoader !== loader else {
      return
    }
    toldLoader = loader
    tell("statehost: \(error.line)")
  }

  private func tell(_ line: String) {
    errorWriter?.interruptRow()
    Complaint.write(line, to: standardError)
  }
}
