import ChildPluginKit

/// The progress of the load at one time, read from the host for drawing: fraction, elapsed time and
/// spinner time, and the short texts of title, percent, time, rows and bytes.
struct LoadingProgress {
  /// The duration of one frame of the spinner.
  static let frameNanoseconds: Int64 = 100_000_000

  /// The command or file; may be empty.
  private(set) var title = TextBuffer()
  /// 0 to 1; nil if the progress is unknown.
  private(set) var fraction: Double?
  /// The time since the load began; never negative.
  private(set) var elapsedNanoseconds: Int64 = 0
  /// The time since the child appeared, which determines the spinner's frame.
  private(set) var spinnerNanoseconds: Int64 = 0

  /// `7 s`.
  private(set) var elapsed = TextBuffer()
  /// `42%`; empty if the progress is unknown.
  private(set) var percent = TextBuffer()
  /// `12 rows`; empty for 0.
  private(set) var rows = TextBuffer()
  /// `1.2 kB`; empty for 0.
  private(set) var bytes = TextBuffer()

  mutating func read(
    _ content: Content?, text: String?, appearedNanoseconds: Int64, timeNanoseconds: Int64
  ) {
    fraction = content?.fraction
    readTitle(content, text: text)
    let began = content?.isLoading == true ? content?.beganNanoseconds : nil
    spinnerNanoseconds = max(0, timeNanoseconds &- appearedNanoseconds)
    elapsedNanoseconds = max(0, timeNanoseconds &- (began ?? appearedNanoseconds))
    if let content, !content.isLoading { elapsedNanoseconds = max(0, content.elapsedNanoseconds) }
    elapsed.writeElapsed(nanoseconds: elapsedNanoseconds)
    rows.writeRows(content?.rows ?? 0)
    bytes.writeBytes(content?.bytes ?? 0)
    percent.clear()
    if let fraction {
      percent.append(Int(fraction * 100))
      percent.append("%")
    }
  }

  private mutating func readTitle(_ content: Content?, text: String?) {
    title.clear()
    if let text {
      title.append(text)
    } else {
      content?.read(.title, into: &title, limit: 512)
    }
  }
}

extension TextBuffer {
  /// Writes whole seconds: `7 s`, `2:05`, `1:00:09`.
  mutating func writeElapsed(nanoseconds: Int64) {
    clear()
    let seconds = Int(nanoseconds / 1_000_000_000)
    guard seconds >= 60 else {
      append(seconds)
      append(" s")
      return
    }
    if seconds >= 3600 {
      append(seconds / 3600)
      append(":")
      appendTwoDigits(seconds / 60 % 60)
    } else {
      append(seconds / 60)
    }
    append(":")
    appendTwoDigits(seconds % 60)
  }

  /// Writes `1 row`, `12,345 rows`; nothing for 0.
  mutating func writeRows(_ rows: Int) {
    clear()
    guard rows > 0 else { return }
    append(rows)
    append(rows == 1 ? " row" : " rows")
  }

  /// Writes `512 B`, `1.2 kB`, `34 MB`; nothing for 0.
  mutating func writeBytes(_ bytes: Int) {
    clear()
    guard bytes > 0 else { return }
    var unit = 1
    var index = 0
    let names = ["B", "kB", "MB", "GB", "TB", "PB", "EB"]
    while index + 1 < names.count && bytes / unit >= 1000 {
      unit *= 1000
      index += 1
    }
    append(bytes / unit)
    if index > 0 && bytes / unit < 10 {
      append(".")
      append(bytes % unit / (unit / 10))
    }
    append(" ")
    append(names[index])
  }

  private mutating func appendTwoDigits(_ number: Int) {
    if number < 10 { append("0") }
    append(number)
  }
}
