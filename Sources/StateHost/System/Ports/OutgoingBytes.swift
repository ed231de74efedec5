internal import Glibc

/// Bytes that the terminal has not taken yet.
///
/// The storage is kept, so that it allocates only while it grows.
struct OutgoingBytes: ~Copyable {
  private var bytes: [UInt8] = []
  private var sentCount = 0

  var isEmpty: Bool { count == 0 }
  /// How many wait.
  var count: Int { bytes.count - sentCount }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    sentCount = 0
  }

  mutating func append(_ more: Span<UInt8>) {
    bytes.reserveCapacity(bytes.count + more.count)
    for index in more.indices { bytes.append(more[index]) }
  }

  /// Sends a frame and keeps the rest; nothing may be pending.
  mutating func send(_ frame: Span<UInt8>, to descriptor: borrowing Descriptor) -> Delivery {
    let (count, result) = Self.write(frame, to: descriptor)
    if result == .pending { append(frame.extracting(count..<frame.count)) }
    return result
  }

  mutating func flush(to descriptor: borrowing Descriptor) -> Delivery {
    let (count, result) = Self.write(
      bytes.span.extracting(sentCount..<bytes.count), to: descriptor)
    sentCount += count
    if result != .pending { removeAll() }
    return result
  }

  /// Writes until all is written or the terminal takes no more; says how many bytes it took.
  private static func write(_ frame: Span<UInt8>, to descriptor: borrowing Descriptor)
    -> (count: Int, result: Delivery)
  {
    var count = 0
    while count < frame.count {
      let written = unsafe frame.extracting(count..<frame.count).withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor.rawValue, bytes.baseAddress, bytes.count)
      }
      if written > 0 {
        count += written
      } else if written < 0 && errno == EINTR {
        continue
      } else if written < 0 && errno == EAGAIN {
        return (count, .pending)
      } else {
        return (count, .gone)
      }
    }
    return (count, .complete)
  }
}
