import TestSupport
import Testing

@testable import HostContent

/// A view in a random sequence of events, beside its reference.
private final class ViewLife {
  let world = SteppedWorld()
  let view: View
  var model = ViewModel()
  var content = Content(title: "", rows: .kept(RowStore()))
  private var store = RowStore()
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    view = View(in: world)
    replace()
  }

  /// Replaces the rows as a reload does.
  func replace() {
    store = RowStore()
    model.rows = []
    content.rows = .kept(store)
    content.droppedRowCount = 0
    content.generation += 1
    content.load += 1
    content.columns = Columns(
      Array(repeating: "", count: ViewSamples.columnCount), headerRowCount: 2)
    store.append(Array("a\tb\tc\n\n".utf8).span)
    _ = view.contentChanged(content)
  }

  func arrive(_ count: Int) {
    for _ in 0..<count {
      let row = ViewSamples.row(&random)
      model.rows.append(row)
      store.append((row + [0x0A]).span)
    }
    content.rows = .kept(store)
    _ = view.contentChanged(content)
  }

  /// Drops first rows.
  func drop(_ count: Int) {
    model.rows.removeFirst(min(count, model.rows.count))
    content.droppedRowCount = store.count - 2 - model.rows.count
    content.generation += 1
    store.drop(before: content.firstRow)
    _ = view.contentChanged(content)
  }

  func ask() throws { _ = try view.show(ViewSamples.request(&random), of: content) }

  /// Extends the filter's text.
  func extend() throws {
    var request = view.request
    guard request.filter?.kind == .text else { return }
    request.filter?.text += Array("a".utf8)
    _ = try view.show(request, of: content)
  }

  /// Performs one to five random events.
  func live() throws {
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      switch Int.random(in: 0..<14, using: &random) {
      case 0: replace()
      case 1...3: arrive(Int.random(in: 0...20, using: &random))
      case 4: arrive(Int.random(in: 0...2500, using: &random))
      case 5, 6: try ask()
      case 7: try extend()
      case 8: drop(Int.random(in: 0...20, using: &random))
      case 9: drop(Int.random(in: 0...2500, using: &random))
      default: for _ in 0..<Int.random(in: 0...3, using: &random) { world.step(view) }
      }
      checkPlaces()
    }
  }

  /// Checks that rows and places are consistent.
  func checkPlaces() {
    for _ in 0..<5 where view.count > 0 {
      let place = Int.random(in: 0..<view.count, using: &random)
      let row = view.row(at: place)
      #expect(row.flatMap { view.place(of: $0) } == place)
    }
    #expect(view.row(at: view.count) == nil && view.row(at: -1) == nil)
  }

  /// The expected and the actual place of a find.
  func find() throws -> (expected: Int?, found: Int?) {
    let filter = ViewSamples.filter(&random)
    let isBackward = Bool.random(using: &random)
    let shown = view.rows
    let from = shown.isEmpty ? -1 : Int.random(in: 0..<shown.count, using: &random)
    let ways = shown.indices.map { isBackward ? from - 1 - $0 : from + 1 + $0 }
    let places = ways.map { (($0 % shown.count) + shown.count) % shown.count }
    let expected = places.first { model.matches(model.rows[shown[$0]], filter) }
    var change = try view.find(filter, from: from, isBackward: isBackward)
    for _ in 0..<1000 where !change.contains(.found) {
      change.formUnion(world.step(view))
    }
    #expect(change.contains(.found) && !view.isFinding)
    return (expected, view.takeFound())
  }
}

@Suite struct `A view in a random life` {
  @Test func `shows what is left, however fast rows are dropped`() throws {
    let life = ViewLife(seed: 1)
    _ = try life.view.show(ViewRequest("a"), of: life.content)
    for _ in 0..<10 {
      life.arrive(20_000)
      life.drop(life.model.rows.count - 200)
    }
    #expect(life.view.count > 0)
    life.world.finish(life.view)
    #expect(life.view.rows == life.model.view(life.view.request))
  }

  @Test(arguments: UInt64(1)...24)
  func `shows what it has to`(seed: UInt64) throws {
    let life = ViewLife(seed: seed)
    for moment in 0..<6 {
      try life.live()
      life.world.finish(life.view)
      let wanted = life.model.view(life.view.request)
      try #require(life.view.rows == wanted, "seed \(seed), moment \(moment): \(life.view.request)")
      #expect(life.view.progress.searched == life.model.rows.count)
      for row in life.model.rows.indices where !wanted.contains(row) {
        #expect(life.view.place(of: row) == nil, "seed \(seed), moment \(moment)")
      }
      let find = try life.find()
      #expect(find.found == find.expected, "seed \(seed), moment \(moment)")
    }
  }
}
