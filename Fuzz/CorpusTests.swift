internal import Foundation
internal import HostSystem
internal import Testing

/// The inputs in Fuzz/Corpora, and random changes of each; `make fuzz` searches for others.
@Suite struct `A fuzzer's property` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Corpora")

  @Test(arguments: Fuzzer.allCases)
  func `holds for its corpus and for changed inputs`(fuzzer: Fuzzer) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appending(path: fuzzer.rawValue), includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files.sorted(by: { $0.path() < $1.path() }) {
      let input = [UInt8](try Data(contentsOf: file))
      fuzzer.take(input)
      for seed in 0..<20 as Range<UInt64> {
        var random = SplitMix(seed: seed)
        fuzzer.take(Self.changed(input, &random))
      }
    }
  }

  /// The input with up to eight bytes replaced, removed or inserted, sometimes cut.
  private static func changed(_ input: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = input
    for _ in 0...Int.random(in: 0..<8, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let byte = UInt8.random(in: 0...255, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: bytes.removeLast(bytes.count - place)
      case 1, 2: bytes.insert(byte, at: place)
      case 3 where place < bytes.count: bytes.remove(at: place)
      default: if place < bytes.count { bytes[place] = byte }
      }
    }
    return bytes
  }
}
