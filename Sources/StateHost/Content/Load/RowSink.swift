/// Where the bytes of a load go.
enum RowSink {
  case kept(RowStore)
  /// Values of JSON, a row each.
  case values(RowStore, ValueInput)
  case passage(RowPassage, buffer: PassageBuffer)

  /// Takes in what `read` delivers; it writes into the memory it is given and says how much.
  func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
    switch self {
    case .kept(let rows):
      _ = unsafe rows.receive(read)
    case .values(let rows, let values):
      unsafe values.receive(read, into: rows)
    case .passage(let passage, let buffer):
      let length = unsafe buffer.bytes.withUnsafeMutableBytes { unsafe read($0) }
      guard length > 0 else { return }
      let bytes = buffer.bytes
      passage.pass(bytes.span.extracting(0..<length))
    }
  }

  /// Nothing follows.
  func finish() {
    switch self {
    case .kept(let rows): rows.finish()
    case .values(let rows, let values): values.finish(rows)
    case .passage(let passage, _): passage.finish()
    }
  }

  /// Nothing more is wanted: the limit is reached, or nobody takes the rows any more.
  var isClosed: Bool {
    switch self {
    case .kept(let rows), .values(let rows, _): rows.isFull
    case .passage(let passage, _): passage.failure != nil
    }
  }

  /// What was taken in has to go on before more is read.
  var isBlocked: Bool {
    switch self {
    case .kept, .values: false
    case .passage(let passage, _): passage.hasPending
    }
  }

  var rows: Rows {
    switch self {
    case .kept(let rows), .values(let rows, _): .kept(rows)
    case .passage(let passage, _): .passed(passage.rowCount)
    }
  }

  var byteCount: Int {
    switch self {
    case .kept(let rows): rows.byteCount
    case .values(_, let values): values.byteCount
    case .passage(let passage, _): passage.byteCount
    }
  }

  var cutRowCount: Int {
    switch self {
    case .kept(let rows), .values(let rows, _): rows.cutRowCount
    case .passage(let passage, _): passage.cutRowCount
    }
  }
}

/// Memory that a passage reads into.
final class PassageBuffer {
  var bytes = [UInt8](repeating: 0, count: RowStore.receiveBytes)
}

/// Bytes of JSON on their way to rows.
final class ValueInput {
  private let buffer = PassageBuffer()
  private var cutter = ValueCutter()
  /// Bytes that arrived.
  private(set) var byteCount = 0

  /// Takes in what `read` delivers, and adds the rows of it to `store`.
  func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int, into store: RowStore) {
    let length = unsafe buffer.bytes.withUnsafeMutableBytes { unsafe read($0) }
    guard length > 0 else { return }
    byteCount += length
    let bytes = buffer.bytes
    var rows: [UInt8] = []
    rows.reserveCapacity(length)
    cutter.cut(bytes.span.extracting(0..<length), into: &rows)
    store.append(rows.span)
  }

  /// Nothing follows.
  func finish(_ store: RowStore) {
    var rows: [UInt8] = []
    cutter.finish(into: &rows)
    store.append(rows.span)
    store.finish()
  }
}
