import Testing

@testable import HostSurface

@Suite struct `A link to a file` {
  /// What is sent where the user works in `/home/me/code`, on the machine `host`.
  private let links = FileLinkPolicy(below: "/home/me/code", hostName: "host")

  private func isSent(_ address: String, _ links: FileLinkPolicy? = nil) throws -> Bool {
    (links ?? self.links).allows(try #require(LinkAddress(Array(address.utf8)), "\(address)"))
  }

  @Test(arguments: [
    "file:///home/me/code/a", "file://host/home/me/code/a/b", "FILE://localhost/home/me/code/a",
    "file:///home/me/code/%41%20b", "file:///home/%6de/code/a", "file:///home/me/code/...",
    // Whatever `etc` is a link to.
    "file:///home/me/code/etc/passwd", "file:///home/me/code/a..b/..c", "file:///home/me/code//a",
    "https://a.example/../b",
    "mailto:a@b",
  ])
  func `is sent where it points below the current folder, as others are`(address: String) throws {
    #expect(try isSent(address))
  }

  @Test(arguments: [
    "file:///etc/passwd", "file:///home/me/.ssh/id", "file:///home/me/code",
    "file:///home/me/code/",
    "file:///home/me/codeshop/a", "file:///home/me/code/../.ssh/id", "file:///home/me/code/a/..",
    "file:///home/me/code/%2e%2e/x", "file:///home/me/code/.%2E/x", "file:///home/me/code%2f..%2fx",
    "file://other/home/me/code/a", "file://host.example/home/me/code/a", "file://home/me/code/a",
    "file:///home/me/code/a%00b", "file:///home/me/code/a%4", "file:///home/me/code/%zz",
  ])
  func `is not sent where it points elsewhere`(address: String) throws {
    #expect(try !isSent(address))
  }

  @Test func `is sent from everywhere in the root, and from nowhere`() throws {
    let root = FileLinkPolicy(below: "/", hostName: "")
    #expect(try isSent("file:///etc/passwd", root))
    #expect(try !isSent("file:///etc/../etc/passwd", root))
    #expect(try !isSent("file:///etc/passwd", FileLinkPolicy.denyAll))
  }

  @Test func `is text alone where it is not sent`() {
    let pool = CellPool()
    var capabilities = StyleCapabilities.all
    capabilities.fileLinks = links
    func written(_ address: String) -> String {
      let layer = Layer(columns: 3, rows: 1, pool: pool)
      let link = Decoration(link: LinkAddress(Array(address.utf8)))
      layer.put("abc", column: 0, row: 0, style: Style(decoration: layer.intern(link)))
      let surface = Surface(
        columns: 3, rows: 1, depth: .none, theme: .dark, capabilities: capabilities, pool: pool)
      surface.render([PlacedLayer(layer, in: layer.bounds)])
      return String(decoding: surface.bytes, as: UTF8.self)
    }
    #expect(written("file:///home/me/code/abc").contains("]8;"))
    let refused = written("file:///etc/passwd")
    #expect(refused.contains("abc") && !refused.contains("]8;"), "\(refused)")
  }
}

@Suite struct `The address of a link` {
  @Test(arguments: [
    ("http://a", true), ("HTTPS://A", true), ("file:///a", true), ("mailto:a", true),
    ("https://", false), ("mailto:", false), ("ftp://a", false), ("javascript:a", false),
    ("", false), ("https:a", false), (" https://a", false), ("https://a b", false),
    ("https://a\u{1B}", false), ("https://a\u{7F}", false), ("https://é", false),
    ("https://" + String(repeating: "a", count: 2040), true),
    ("https://" + String(repeating: "a", count: 2041), false),
  ])
  func `is plain, of a known scheme, and of 2048 bytes at most`(address: String, isOne: Bool) {
    #expect(LinkAddress(Array(address.utf8))?.text == (isOne ? address : nil))
  }
}
