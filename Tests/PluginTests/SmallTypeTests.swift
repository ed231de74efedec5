import Glibc
import HostSystem
import HostText
import TestSupport
import Testing

@testable import HostPlugins

@Suite struct `The options of a child` {
  @Test func `are set once each, the last value counts, and defaults fill what is not set`() throws
  {
    let file = try JSONValue(parsing: Array(#"{"a":[1,"x"],"b":true,"c":"y"}"#.utf8))
    var options = ChildOptionValues(file)
    func texts() -> [String] {
      options.texts.map { "\($0.name)=\(String(decoding: $0.text, as: UTF8.self))" }
    }
    #expect(texts() == [#"a=[1,"x"]"#, "b=true", "c=y"])
    for text in ["1", ""] { options.set("b", text) }
    options.addFallbacks(
      of: try [("b", "no"), ("n", ""), ("z", "3"), ("c", "no")].map {
        try OptionDeclaration(name: $0.0, kind: .text, fallback: $0.1)
      })
    #expect(texts() == [#"a=[1,"x"]"#, "c=y", "b=", "z=3"])
  }

  @Test(arguments: [0, 1, 3, 4]) func `are copied as far as there is room`(capacity: Int) {
    let options = ChildOptionValues([
      ("a", Array("xyz".utf8)), ("b", []), ("a", Array("later".utf8)),
    ])
    var room = Array("....".utf8)
    let lengths = unsafe room[..<capacity].withUnsafeMutableBytes { room in
      ["a", "b", "c"].map { unsafe options.copy($0, into: room) }
    }
    #expect(lengths == [3, 0, nil])
    #expect(room == Array(("xyz".prefix(capacity) + "....").utf8.prefix(4)))
  }

  @Test func `may be chosen without an id`() {
    let choices = ["depth=", "a=b.c=d", "b.a=x", "=3", "depth", "a.=3", ""].map {
      OptionAssignment(forAnyChild: $0).map { [$0.id, $0.name, $0.text] }
    }
    #expect(
      choices == [["", "depth", ""], ["", "a", "b.c=d"], ["b", "a", "x"], nil, nil, nil, nil])
  }

  @Test func `are read as what they mean up to 512 bytes`() {
    for (count, isRead) in [(0, true), (512, true), (513, false)] {
      let text = String(repeating: "1", count: count)
      var length = -1
      let isOfType = unsafe OptionParsing.read(into: &length, { $0.utf8.count }) {
        unsafe copy(text, into: $0)
      }
      #expect(isOfType == isRead && length == (isRead ? count : -1))
    }
  }
}

@Suite struct `What is kept about plugins` {
  @Test(arguments: [nil, "/p", "/q"] as [String?], [nil, "/p"] as [String?])
  func `is nothing of a child with an id of the program's, but in its own folder`(
    folder: String?, own: String?
  ) {
    let trust = PluginTrust()
    trust.ownFolder = own
    let whole = PluginDescription(["org.statehost.a", "com.a"].map { ChildType(id: $0) })
    for origin in [.flag, .environment, .home, .bundled] as [PluginSearchPath.Origin] {
      let candidate = PluginCandidate(path: "/p/a.so", origin: origin, folder: folder)
      let isOwn = origin == .bundled || own != nil && folder == own
      #expect(trust.admitted(whole, from: candidate).children.count == (isOwn ? 2 : 1))
    }
  }

  @Test func `is the file of each that is pinned, and of the program's own none`() throws {
    let folder = try ScratchFolder()
    let real = try #require(GrantablePath.real(folder.path))
    let trust = try PluginTrust(exceptions: [folder.path])
    let names = ["a.so", "b.so", "c.so", "d.so"]
    let origins: [PluginSearchPath.Origin] = [.home, .flag, .bundled, .flag]
    let plugins = try zip(names, origins).map { name, origin in
      let path = try folder.write(name, to: name)
      let place = name == "d.so" ? nil : real
      return CataloguedPlugin(
        PluginCandidate(path: path, origin: origin, folder: place), by: trust,
        try #require(FileFacts(at: path)), .unknown)
    }
    var pins = PluginPins()
    #expect(try !pins.renew(plugins[0]) && pins.isEmpty)
    let failed = PluginFailure(path: plugins[3].path, problem: .unreadable(code: EIO))
    #expect(pins.pin(plugins) == [failed])
    func kept() -> [ContentHash?] { names.map { pins[real + "/" + $0]?.file } }
    let before = kept()
    #expect(before.map { $0 != nil } == [true, true, false, false] && before[0] != before[1])
    for name in names { try folder.write("new", to: name) }
    #expect(try pins.renew(plugins[0]))
    #expect(kept()[0] != before[0] && kept()[1] == before[1])
    trust.pins = pins
    trust.pins.decisions[real + "/c.so"] = pins[real + "/a.so"]
    #expect(plugins.map { trust.pin(of: $0.candidate)?.file } == kept())
  }

  @Test(arguments: [
    ("run", ["network", "run", "files:read=/a", "files:read=/b"]),
    ("files:read", ["network", "files:read", "run=x"]),
    ("reload", ["network", "reload", "files:read=/a", "files:read=/b", "run=x"]),
  ])
  func `is each grant once, and no part of a whole one`(last: String, words: [String]) {
    var needs = GrantedNeeds()
    let parts = ["files:read=/a", "run=x", "files:read=/b", "files:read=/a", "network", last]
    for word in parts { needs.formUnion(GrantedNeeds(word: word) ?? GrantedNeeds()) }
    #expect(needs.words == words)
  }

  @Test func `is what a cached plugin offers, which a start needs if it shows something`() throws {
    let place = ChildType.StatePlace(state: "x", place: 0, isInsteadOfBundled: false)
    let types = [
      ChildType(id: "a", name: "A"), ChildType(id: "b", name: "B", places: [place]),
      ChildType(id: "c", name: "C", needs: ["run"]),
    ]
    for (places, isQuiet) in [
      ([], true), ([0], true), ([1], false), ([2], false), ([0, 1], false), ([2, 0], false),
    ] {
      for problems in [[], [PluginProblem.told(what: "it", remedy: "none")]] {
        let description = PluginDescription(places.map { types[$0] }, problems: problems)
        let facts = FileFacts(
          kind: .regular, size: 3, modifiedNanoseconds: 4,
          identity: FileFacts.Identity(device: 1, inode: 2))
        let entry = CacheEntry(.described(description), of: facts, hash: nil)
        let parts = try #require(entry.parts)
        let isRight = problems.isEmpty
        #expect(parts.isQuiet(descriptorsDecide: true) == (isQuiet && isRight))
        #expect(parts.isQuiet(descriptorsDecide: false) == isRight)
        for (index, type) in types.enumerated() {
          let sum = CacheEntry.sum(ofID: type.id)
          let hasID = unsafe !parts.allIDs(in: entry.bytes.span.bytes) { $0 != sum }
          #expect(hasID == (isRight && places.contains(index)))
        }
        #expect(entry.finding == .described(description) && entry.hash == nil)
      }
    }
  }

  @Test func `is known of a file while all its facts are the same, to one version`() throws {
    let (folder, cache) = (try ScratchFolder(), try ScratchFolder())
    let path = try folder.write("one", to: "a.so")
    let file = try PluginFile(checking: path, by: PluginTrust(exceptions: [folder.path]))
    func isKnown(
      _ facts: FileFacts, _ origin: PluginSearchPath.Origin = .flag, version: String = "1"
    ) -> Bool {
      let cache = PluginCache(in: cache.path, version: version)
      return cache.shelf(of: origin).finding(for: facts, pinnedTo: nil) != nil
    }
    for isOfContent in [false, true] {
      let first = PluginCache(in: cache.path, version: "1")
      let told = PluginProblem.told(what: "it", remedy: "none")
      first.shelf(of: .home).record(.failed(told, isOfContent: isOfContent), for: file)
      first.write()
      #expect(isKnown(file.facts) == isOfContent)
    }
    let facts = file.facts
    #expect(!isKnown(facts, .bundled) && !isKnown(facts, version: "2"))
    for field in 0..<6 {
      let by = (0..<6).map { $0 == field ? 1 : 0 }
      let identity = FileFacts.Identity(
        device: facts.identity.device, inode: facts.identity.inode + UInt64(by[5]))
      let other = FileFacts(
        kind: .regular, size: facts.size + by[0],
        modifiedNanoseconds: facts.modifiedNanoseconds + Int64(by[1]),
        changedNanoseconds: facts.changedNanoseconds + Int64(by[2]),
        owner: facts.owner + UInt32(by[3]), permissions: facts.permissions ^ UInt32(by[4]),
        identity: identity)
      #expect(!isKnown(other), "\(field)")
    }
    PluginCache(in: cache.path, version: "1", isForgotten: true).write()
    #expect(!isKnown(facts))
  }

  @Test func `is the type of the first with an id, replaced by its own plugin's alone`() {
    func children(_ ids: String..., name: String) -> [PluginDescription.Child] {
      ids.enumerated().map { .init(index: UInt32($0), type: ChildType(id: $1, name: name)) }
    }
    var types = OfferedTypes()
    func owners(_ children: [PluginDescription.Child], ofPlugin index: Int) -> [Int?] {
      children.map { types.add($0.type.of(plugin: index))?.plugin }
    }
    #expect(owners(children("a", "b", name: "1"), ofPlugin: 0) == [nil, nil])
    #expect(owners(children("c", "b", "c", "a", name: "2"), ofPlugin: 3) == [nil, 0, 3, 0])
    types.replace(with: children("a", "c", "new", name: "3"), ofPlugin: 3)
    #expect(types.all.map { $0.id + $0.name } == ["a1", "b1", "c3"])
    #expect(types["c"]?.plugin == 3 && types["new"] == nil)
  }

  @Test func `is a problem that lasts with the file, and none of the system`() {
    let ofSystem: [PluginProblem] = [
      .unreadable(code: EMFILE), .directoryUnreadable(code: EMFILE), .noProcessFiles,
    ]
    let ofContent: [PluginProblem] = [
      .notALibrary("it is empty"), .notShared("a core dump"), .entryMissing, .entryRefused,
      .childCount(0),
      .cutShort(bytes: 1, needed: 2), .otherVersion(major: 2, minor: 0), .relativeLibrary("a"),
      .relativeRunPath("a"), .otherMachine(file: "a", host: "b"), .pluginTableSize(1),
      .pluginFunctionMissing("a"), .child(index: 0, id: nil, .noDescriptor),
    ]
    let others: [PluginProblem] = [
      .foreignOwner(user: 1), .writableByOthers(mode: 2), .folderOfOtherUser("a", user: 1),
      .folderWritableByOthers("a", mode: 2),
      .unreadable(code: ENOENT), .notRegular, .changedSincePinned, .missingLibrary("a"),
      .initRefused(reason: ""), .undefinedSymbol("a"), .unstable("a"),
    ]
    let all = ofSystem + ofContent + others
    #expect(all.filter(\.isOfSystem) == ofSystem)
    #expect(all.filter { ScanResult($0).isOfContent } == ofContent)
  }

  @Test func `is no type that a descriptor could not have`() throws {
    let place = ChildType.StatePlace(state: "x", place: 0, isInsteadOfBundled: false)
    let nowhere = ChildType.StatePlace(state: "", place: 0, isInsteadOfBundled: false)
    let key = ChildType.DefaultKey(key: try Key(naming: "f5"), state: "x", label: "")
    let keyToNowhere = ChildType.DefaultKey(key: key.key, state: "", label: "")
    let option = try OptionDeclaration(name: "a", kind: .text)
    let words = (0..<17).map { "n\($0)" }
    let cases: [(type: ChildType, isRight: Bool)] = [
      (ChildType(id: String(repeating: "a", count: 255), name: "A", places: [place]), true),
      (ChildType(id: "a", name: "A", needs: words.dropLast(), keys: [key]), true),
      (ChildType(id: "a", name: "A", options: [option], isSource: true), true),
      (ChildType(id: String(repeating: "a", count: 256), name: "A"), false),
      (ChildType(id: "", name: "A"), false), (ChildType(id: "a b", name: "A"), false),
      (ChildType(id: "a", name: ""), false),
      (ChildType(id: "a", name: "A", places: [place, place]), false),
      (ChildType(id: "a", name: "A", places: [place, nowhere]), false),
      (ChildType(id: "a", name: "A", needs: words), false),
      (ChildType(id: "a", name: "A", needs: ["a", "b", "a"]), false),
      (ChildType(id: "a", name: "A", needs: ["a", "a b"]), false),
      (ChildType(id: "a", name: "A", keys: [key, key]), false),
      (ChildType(id: "a", name: "A", keys: [keyToNowhere]), false),
      (ChildType(id: "a", name: "A", options: [option, option]), false),
      (ChildType(id: "a", name: "A", places: [place], isSource: true), false),
      (ChildType(id: "a", name: "A", keys: [key], isSource: true), false),
    ]
    for (type, isRight) in cases {
      let read = try? reread(type.write(to:), ChildType.init(from:))
      #expect(read == (isRight ? type : nil), "\(type)")
    }
  }

  @Test func `has each key of the terminal by a code of its own`() throws {
    var codes: Set<UInt32> = []
    for name in Key.names {
      let key = try #require(ChildKey(try Key(naming: name)))
      #expect(CallFormatter.key(key.code, 0) == "key " + name)
      codes.insert(key.code)
    }
    #expect(codes.count == Key.names.count && ChildKey(Key(.function(13))) == nil)
    for bits in 0..<16 as Range<UInt8> {
      let held = Key.Modifiers(rawValue: bits)
      let key = try #require(ChildKey(Key(.character(" "), held)))
      #expect(key.text == (held.subtracting(.shift).isEmpty ? " " : ""))
      // Super is none of the plugin's.
      #expect(key.modifiers.rawValue.nonzeroBitCount == (bits & 7).nonzeroBitCount)
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `is a set of checksums that knows what was added, whatever the bits`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var set = SpreadSet<UInt64>()
    var model: Set<UInt64> = []
    if Bool.random(using: &random) { set.reserveCapacity(Int.random(in: 0...300, using: &random)) }
    for _ in 0..<500 {
      let number =
        UInt64.random(in: 0...300, using: &random) << UInt64.random(in: 0...60, using: &random)
      #expect(set.contains(number) == model.contains(number), "seed \(seed)")
      let isNew = set.insert(number)
      #expect(isNew == model.insert(number).inserted, "seed \(seed)")
    }
    #expect(model.allSatisfy { set.contains($0) }, "seed \(seed)")
  }
}
