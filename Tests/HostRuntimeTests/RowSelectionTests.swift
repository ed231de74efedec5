import HostPlugins
import Testing

@testable import HostRuntime

@Suite struct `The rows that are marked` {
  @Test func `are those of one load`() {
    var selection = RowSelection()
    selection.contentIs(ofGeneration: 1)
    #expect(selection.mark(2, count: 3, true, of: 9) == true)
    selection.contentIs(ofGeneration: 1)
    let marked = selection.facts(of: 9)
    #expect(marked.markedCount == 3)
    selection.contentIs(ofGeneration: 2)
    let facts = selection.facts(of: 9)
    #expect(facts.markedCount == 0 && facts.marksRevision != marked.marksRevision)
  }
}
