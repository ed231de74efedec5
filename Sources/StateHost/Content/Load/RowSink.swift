/// Where the bytes of a load go.
enum RowSink {
  case kept(RowStore)
  case passage(RowPassage, buffer: PassageBuffer)

  /// Takes in what `read` delivers; it writes into the memory it is given and says how much.
  func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
    switch self {
    case .kept(let rows):
      _ = unsafe rows.receive(read)
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
    case .passage(let passage, _): passage.finish()
    }
  }

  /// Nothing more is wanted: the limit is reached, or nobody takes the rows any more.
  var isClosed: Bool {
    switch self {
    case .kept(let rows): rows.isFull
    case .passage(let passage, _): passage.failure != nil
    }
  }

  /// What was taken in has to go on before more is read.
  var isBlocked: Bool {
    switch self {
    case .kept: false
    case .passage(let passage, _): passage.hasPending
    }
  }

  var rows: Rows {
    switch self {
    case .kept(let rows): .kept(rows)
    case .passage(let passage, _): .passed(passage.rowCount)
    }
  }

  var byteCount: Int {
    switch self {
    case .kept(let rows): rows.byteCount
    case .passage(let passage, _): passage.byteCount
    }
  }

  var cutRowCount: Int {
    switch self {
    case .kept(let rows): rows.cutRowCount
    case .passage(let passage, _): passage.cutRowCount
    }
  }
}

/// Memory that a passage reads into.
final class PassageBuffer {
  var bytes = [UInt8](repeating: 0, count: RowStore.receiveBytes)
}
