/// Something that people should know about rows that are shown.
package enum ContentNotice: Equatable, Sendable {
  /// There was more than the limits allow: these are the first so many rows.
  case cutAfter(rows: Int)
  /// So many rows are too long to be shown whole.
  case longRows(Int)
  /// The file was changed since it was read.
  case fileChanged
  /// The command has ended, but something that it started still holds its output open.
  case outputStillOpen
  /// Standard input can be read only once.
  case cannotReload
  /// The command has written so many lines to its standard error.
  case standardError(lines: Int)

  /// The notice in words, without a full stop.
  package var text: String {
    switch self {
    case .cutAfter(let rows): "only the first \(rows) rows are shown: there were too many"
    case .longRows(1): "a row is longer than 1 MiB and is shown cut"
    case .longRows(let count): "\(count) rows are longer than 1 MiB and are shown cut"
    case .fileChanged: "the file has changed since it was read: reload to see it as it is"
    case .outputStillOpen: "something that the command started still runs; it is not read any more"
    case .cannotReload: "standard input can be read only once"
    case .standardError(1): "a line on standard error: e shows it"
    case .standardError(let lines): "\(lines) lines on standard error: e shows them"
    }
  }
}
