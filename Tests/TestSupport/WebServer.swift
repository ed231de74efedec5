import Foundation

/// A server of a few pages on an address of this machine's own, which says to each request what it
/// has for the path; it ends with the object.
package final class WebServer: Sendable {
  /// What is answered: the line of the status, further header lines, and the body.
  package struct Page: Sendable {
    let status: String
    let headers: [String]
    let body: String

    package init(_ body: String, status: String = "200 OK", headers: [String] = []) {
      self.body = body
      self.status = status
      self.headers = headers
    }
  }

  package let address: String
  private let listener: Int32

  /// - Parameter pages: by path; all others are not found.
  /// - Throws: that this machine gives no address for it.
  package init(_ pages: [String: Page]) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = unsafe withUnsafeMutablePointer(to: &name) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw CocoaError(.fileReadUnknown) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        Self.answer(client, with: pages)
        close(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func answer(_ client: Int32, with pages: [String: Page]) {
    var request = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.contains("\r\n\r\n") {
      let count = unsafe recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    let words = request.split(separator: " ")
    let path = words.count > 1 ? String(words[1]) : ""
    let page = pages[path] ?? Page("nothing here\n", status: "404 Not Found")
    let head = ["HTTP/1.1 \(page.status)", "Content-Length: \(page.body.utf8.count)"]
    let lines = head + page.headers + ["Connection: close", "", page.body]
    let bytes = Array(lines.joined(separator: "\r\n").utf8)
    unsafe _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
