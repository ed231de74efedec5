internal import HostContent
internal import HostSystem
internal import HostText

/// The output of a session without an interface: writes rows to standard output and the command's
/// errors to standard error as they arrive, through the loader that it creates; also reports a
/// failed load and, with `--plain`, every state.
final class PlainOutput {
  private let standardOutput: any OutputPort
  private let standardError: any OutputPort
  private let sources: any SourceWorld
  private let reportsStates: Bool
  private let stripsRows: Bool
  private let filter: RowFilter?
  private let columns: Columns.Request
  private var errorWriter: RowWriter?
  private var reportedLoader: ContentLoader?

  /// Creates a report that writes rows to standard output, perhaps without escape sequences or only
  /// those that match a filter, and everything else to standard error.
  init(
    standardOutput: any OutputPort, standardError: any OutputPort, reportsStates: Bool,
    stripsRows: Bool, filter: RowFilter?, columns: Columns.Request, sources: any SourceWorld
  ) {
    self.sources = sources
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.reportsStates = reportsStates
    self.stripsRows = stripsRows
    self.filter = filter
    self.columns = columns
  }

  /// Creates a loader that writes its rows instead of keeping them.
  func makeLoader(_ opening: LoadMethod, titled title: String) -> ContentLoader {
    var options = ContentLoader.Options()
    let sanitizer: RowWriter.Sanitizer? =
      stripsRows ? StrippedRow.append : Self.sanitizer(for: standardOutput)
    options.rowWriter = RowWriter(
      output: standardOutput, sanitizer: sanitizer, filter: filter, columns: columns)
    let errorWriter = RowWriter(
      output: standardError, sanitizer: Self.sanitizer(for: standardError))
    self.errorWriter = errorWriter
    options.errorWriter = errorWriter
    return ContentLoader(opening, titled: title, in: sources, options: options)
  }

  /// Removes unsafe escape sequences on a terminal; nil copies all bytes elsewhere.
  private static func sanitizer(for output: any OutputPort) -> RowWriter.Sanitizer? {
    guard output.isTerminal else { return nil }
    return { row, clean in HarmlessText.appendKeepingBytes(row, to: &clean) }
  }

  /// Reports a state and the text that describes it.
  func stateShown(_ state: String, _ words: String) {
    if reportsStates { tell("statehost: \(state): \(words)") }
  }

  /// Reports a failed load once; called after every turn of the loop.
  func turnEnded(_ loader: ContentLoader) {
    guard !loader.content.isLoading, let error = loader.content.error, reportedLoader !== loader
    else {
      return
    }
    reportedLoader = loader
    tell("statehost: \(error.line)")
  }

  private func tell(_ line: String) {
    errorWriter?.interruptRow()
    Diagnostic.write(line, to: standardError)
  }
}
