import Glibc
import HostPlugins
import TestSupport
import Testing

@testable import HostSystem
@testable import HostWorkers

/// What the worker of a source said last, where its end is known before that has been read.
@Suite struct `The report of a source` {
  private let folder: ScratchFolder
  private let report: ReadingReport
  private let worker: WorkerLink

  init() throws {
    folder = try ScratchFolder()
    try SmallPlugin().compile(into: folder)
    let catalogue = PluginCatalogue(
      loading: PluginSearchPath(flags: [folder.path], environment: nil, home: nil, bundled: nil),
      for: ProgramName(version: "1"))
    var ends: [CInt] = [-1, -1]
    #expect(unsafe socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let link = HostLink(Descriptor(owning: ends[0]), in: try Poller())
    worker = WorkerLink(owning: Descriptor(owning: ends[1]))
    report = ReadingReport(of: catalogue.types[0], in: "a.so", over: link, record: nil, lacking: [])
  }

  private func say(_ news: ReadingNews...) throws {
    for news in news { try worker.send(WorkerMessage.reading(news).bytes) }
  }

  @Test func `has it, though nobody has looked since`() throws {
    try say(.progress(0.5), .failure(what: "no rows", remedy: "ask again"))
    let failure = report.failure(of: .exited(0))
    #expect(failure?.what == "Small: no rows: a.so" && failure?.remedy == "ask again")
    #expect(report.fraction == 0.5)
  }

  @Test func `is no failure where it says that it is done, and one where it says nothing`() throws {
    #expect(report.failure(of: .exited(0)) != nil)
    try say(.namesColumns, .done)
    #expect(report.failure(of: .exited(0)) == nil && report.isTable)
    #expect(report.failure(of: .exited(1)) != nil)
  }
}
