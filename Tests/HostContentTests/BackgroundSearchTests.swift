import HostSystem
import Synchronization
import Testing

@testable import HostContent

/// Each "other thread" is a step that is made while another one searches its slice.
@Suite struct `A search of slices apart from each other` {
  /// Records the first rows of the slices, in the order in which they were added.
  private struct Rows: SearchJob {
    static let threadLimit = 2
    let searchApart: ApartSearch<Int>?
    private(set) var result: [Int] = []

    /// Called while the result is completed.
    var settling: (@Sendable () -> Void)?

    init(_ search: @escaping @Sendable (_ row: Int) -> Void) {
      searchApart = { slice, _, _ in
        search(slice.rows.lowerBound)
        return slice.rows.lowerBound
      }
    }

    mutating func add(_ part: Int, of slice: RowSlice) { result.append(part) }
    mutating func search(_ slice: RowSlice, isCancelled: () -> Bool) {}
    mutating func settle(isCancelled: () -> Bool) {
      result.append(-1)
      settling?()
      settling = nil
    }
  }

  private let search = BackgroundSearch<Rows>()

  private static func slices(_ rows: Range<Int>) -> [RowSlice] {
    rows.map { RowSlice(bytes: .none, rows: $0..<$0 + 1, wanted: $0..<$0 + 1) }
  }

  @Test func `adds what is found in the order of the slices, whichever is searched first`() {
    search.begin(
      Rows { [search] row in
        guard row == 0 else { return }
        // Another thread searches three slices in the meantime; nothing is left for it then.
        for _ in 1...3 { #expect(search.step() == BackgroundStep(hasMore: true, hasNews: false)) }
        #expect(search.step() == BackgroundStep(hasMore: false, hasNews: false))
        #expect(search.waitingCount == 4 && !search.isIdle && search.take() == nil)
      })
    search.add(Self.slices(0..<4))
    #expect(search.waitingCount == 4)
    #expect(search.step() == BackgroundStep(hasMore: true, hasNews: true))
    #expect(search.take() == [0])
    #expect(search.step() == BackgroundStep(hasMore: false, hasNews: true))
    #expect(!search.isIdle)
    #expect(search.take() == [0, 1, 2, 3, -1] && search.isIdle)
    #expect(search.step() == BackgroundStep(hasMore: false, hasNews: false))
  }

  @Test func `adds what another thread finds while the result is completed`() {
    var rows = Rows { _ in }
    rows.settling = { [search] in
      search.add(Self.slices(5..<6))
      #expect(search.step() == BackgroundStep(hasMore: true, hasNews: false))
      #expect(search.step() == BackgroundStep(hasMore: false, hasNews: false))
    }
    search.begin(rows)
    search.add(Self.slices(0..<2))
    while search.step().hasMore {}
    #expect(search.take() == [0, 1, -1, 5, -1] && search.isIdle)
  }

  @Test func `that is replaced during a step adds nothing to the next one`() {
    search.begin(
      Rows { [search] _ in
        search.begin(Rows { _ in })
        search.add(Self.slices(7..<8))
      })
    search.add(Self.slices(0..<2))
    #expect(search.step() == BackgroundStep(hasMore: true, hasNews: false))
    while search.step().hasMore {}
    #expect(search.take() == [7, -1])
    search.begin(Rows { [search] _ in search.cancel() })
    search.add(Self.slices(0..<2))
    #expect(search.step() == BackgroundStep(hasMore: true, hasNews: false))
    #expect(search.step() == BackgroundStep(hasMore: false, hasNews: false))
    #expect(search.isIdle && search.take() == nil && search.waitingCount == 0)
  }

  @Test func `has the same rows in the same order by threads as by steps`() throws {
    let content = Content(
      stored(60_000) { "part-\($0 % 97)/file-\($0 * 7919 % 60_000).swift" })
    for kind in [RowFilter.Kind.text, .fuzzy, .query, .expression] {
      for sort in [nil, RowSort(by: .score)] {
        let request = ViewRequest("77", kind: kind, sort: sort)
        let stepped = SteppedWorld()
        let expected = try stepped.rows(request, of: content, in: View(in: stepped))
        #expect(expected.count > 1000)
        for _ in 1...2 {
          let world = try ThreadWorld()
          let view = View(in: world)
          _ = try view.show(request, of: content)
          try world.finish(view)
          #expect(view.rows == expected, "\(request)")
          view.close()
        }
      }
    }
  }
}
