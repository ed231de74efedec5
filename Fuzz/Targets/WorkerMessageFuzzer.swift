internal import HostPlugins
internal import HostSurface
internal import HostSystem

@testable internal import HostWorkers

/// Messages of a worker, with the findings and drawings in them: what is one is written as the same
/// bytes, and nothing harmful is drawn.
enum WorkerMessageFuzzer {
  static func take(_ bytes: [UInt8]) {
    guard let message = try? WorkerMessage(bytes[...]) else { return }
    expect(message.bytes == bytes, "\(message) is written in another way")
    switch message {
    case .scanned(let finding): checkFinding(finding)
    case .drawn(_, let drawing): checkDrawing(drawing)
    default: break
    }
  }

  private static func checkFinding(_ bytes: ArraySlice<UInt8>) {
    var reader = ByteReader(bytes)
    guard let finding = try? ScanResult(from: &reader), reader.isAtEnd else { return }
    var writer = ByteWriter()
    finding.write(to: &writer)
    expect(writer.bytes == Array(bytes), "\(finding) is written in another way")
    if case .failed(let problem, _) = finding {
      let line = PluginFailure(path: "/a/b.so", problem: problem).line
      expect(line.isHarmlessLine, "a line that does harm: \(Array(line.utf8))")
    }
  }

  /// Puts it onto a layer: what that holds is then harmless, and its own changes draw the same.
  private static func checkDrawing(_ bytes: ArraySlice<UInt8>) {
    var size = ByteReader(bytes)
    guard let drawing = try? DrawnLayer(bytes), let columns = try? size.int32(),
      let rows = try? size.int32(), columns <= 200, rows <= 60
    else { return }
    let layer = DrawnOn(columns: Int(columns), rows: Int(rows))
    guard drawing.hasSize(of: layer.layer) else { return }
    drawing.draw(on: layer.layer)
    let copy = DrawnOn(columns: Int(columns), rows: Int(rows))
    let changes = DrawnLayer.bytes(of: layer.layer, layer.changes)
    guard let again = try? DrawnLayer(changes[...]) else { fatalError("\(changes) is no drawing") }
    again.draw(on: copy.layer)
    for text in copy.texts {
      expect(text.isHarmlessLine, "a text that does harm: \(Array(text.utf8))")
    }
    expect(copy.texts == layer.texts, "\(layer.texts) is drawn as \(copy.texts)")
  }
}

/// A layer, and what it shows.
private struct DrawnOn {
  let layer: Layer
  let changes: LayerDiff
  private let pool = CellPool()

  init(columns: Int, rows: Int) {
    layer = Layer(columns: columns, rows: rows, pool: pool)
    changes = LayerDiff(pool: pool)
  }

  /// All that it has, with places and styles.
  var texts: [String] {
    var all: [String] = []
    LayerDiff(pool: pool).takeChanges(of: layer) { row, texts in
      for text in texts {
        let shown = String(decoding: text.bytes, as: UTF8.self)
        all.append("\(row), \(text.column): \(shown) in \(text.style)")
      }
    }
    return all
  }
}
