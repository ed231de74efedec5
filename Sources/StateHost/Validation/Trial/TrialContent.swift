internal import ChildPluginAPI

/// The content that a plugin under trial sees: made up, of any size, without memory of its own.
struct TrialContent {
  /// One named column.
  struct Column {
    var name: [UInt8]
    var width: Int32 = 8
    var isRight = false
  }

  /// False: there is no content at all, as in a scenario without a source.
  var isThere = true
  var flags = CHILDPLUGIN_CONTENT_COMPLETE
  var revision: UInt64 = 1
  var generation: UInt64 = 1
  var rows: UInt64 = 0
  var columns: [Column] = []
  var errorKind = CHILDPLUGIN_ERROR_NONE
  var exitStatus: Int32 = 0
  var signal: Int32 = 0
  var fraction = 0.0
  var elapsedNanoseconds: Int64 = 1_500_000_000
  /// By `CHILDPLUGIN_CONTENT_TEXT_…`; empty where there is none.
  var texts: [UInt32: [UInt8]] = [CHILDPLUGIN_CONTENT_TEXT_TITLE: Array("a trial".utf8)]
  /// The text of a cell; of the whole row where the column is nil.
  var cell: (_ row: UInt64, _ column: UInt32?) -> [UInt8] = { row, column in
    Array((column.map { "cell \(row).\($0)" } ?? "row \(row) of the trial").utf8)
  }
  var isEveryRowCut = false

  static var none: TrialContent { TrialContent(isThere: false) }
  static var empty: TrialContent { TrialContent() }
  static var loading: TrialContent { TrialContent(flags: CHILDPLUGIN_CONTENT_LOADING, rows: 3) }

  static func list(rows: UInt64, columns: Int = 0) -> TrialContent {
    TrialContent(
      rows: rows, columns: (0..<columns).map { Column(name: Array("COLUMN\($0)".utf8)) })
  }

  static var failure: TrialContent {
    TrialContent(
      flags: CHILDPLUGIN_CONTENT_ERROR, errorKind: CHILDPLUGIN_ERROR_EXIT_STATUS, exitStatus: 3,
      texts: [
        CHILDPLUGIN_CONTENT_TEXT_TITLE: Array("make test".utf8),
        CHILDPLUGIN_CONTENT_TEXT_ERROR: Array("make ended with status 3".utf8),
        CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL: Array("first line\nlast line".utf8),
        CHILDPLUGIN_CONTENT_TEXT_REMEDY: Array("see what it says".utf8),
      ])
  }

  /// Content for which a state would be shown.
  static func fitting(_ state: String?) -> TrialContent {
    switch state {
    case "loading": .loading
    case "empty": .empty
    case "error": .failure
    default: .list(rows: 40, columns: 3)
    }
  }

  /// As the ABI has it.
  var foreign: childplugin_content_t {
    guard isThere else { return childplugin_content_t() }
    return childplugin_content_t(
      size: 0, flags: flags, revision: revision, generation: generation, rows: rows,
      bytes: rows &* 20, columns: UInt32(columns.count), error_kind: errorKind,
      exit_status: exitStatus, error_signal: signal, fraction: fraction,
      began_nanoseconds: 1_000_000, elapsed_nanoseconds: elapsedNanoseconds)
  }
}
