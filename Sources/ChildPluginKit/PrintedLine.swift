/// One line while it is printed: what stands at each of its columns, and where the next goes.
struct PrintedLine {
  /// What stands at a column.
  private struct Place {
    /// Its bytes in the text that is printed; none for a space that a movement has left.
    var bytes: Range<Int>
    /// 1 or 2; 0 for the second column of a wide character.
    var width: Int
    var attributes: Style.Attributes = []

    static let space = Place(bytes: 0..<0, width: 1)

    /// What stands here when another is struck over it: the same is bold, `_` underlines, a space
    /// takes away, and anything else takes its place.
    func struck(by other: Place, in text: TextBuffer) -> Place {
      func isMade(_ place: Place, of byte: UInt8) -> Bool {
        place.bytes.count == 1 && text[place.bytes.lowerBound] == byte
      }
      func with(_ attribute: Style.Attributes, _ place: Place) -> Place {
        Place(bytes: place.bytes, width: place.width, attributes: attributes.union(attribute))
      }
      if bytes.isEmpty || isMade(other, of: UInt8(ascii: " ")) { return other }
      if isMade(self, of: UInt8(ascii: " ")) { return other }
      if bytes.count == other.bytes.count,
        zip(bytes, other.bytes).allSatisfy({ text[$0] == text[$1] })
      {
        return with(.bold, self)
      }
      if isMade(self, of: UInt8(ascii: "_")) { return with(.underline, other) }
      if isMade(other, of: UInt8(ascii: "_")) { return with(.underline, self) }
      return other
    }
  }

  private static let widest = 16_384
  private static let longest = 65_536

  private var places: [Place] = []
  private var column = 0
  /// Left of it, a backspace has come back over what was written: what comes is struck over it.
  private var strikesBefore = 0

  /// Prints the bytes of a line, in place of the line before.
  mutating func print(_ text: TextBuffer, bytes: Range<Int>, host: Host) {
    places.removeAll(keepingCapacity: true)
    column = 0
    strikesBefore = 0
    var index = Self.start(of: bytes, in: text)
    while index < bytes.upperBound {
      let next = Self.end(ofScalarAt: index, in: text, before: bytes.upperBound)
      switch text[index] {
      case 0x08:
        strikesBefore = max(strikesBefore, column)
        column = max(0, column - 1)
      case 0x09:
        column = min(Self.widest, (column / PrintedText.tabColumns + 1) * PrintedText.tabColumns)
      case 0x0D:
        column = 0
        strikesBefore = 0
      case 0x1B:
        let escape = EscapeSequence(at: index, in: text, before: bytes.upperBound)
        if escape.erasesToEnd, column < places.count { places.removeLast(places.count - column) }
        index = escape.end
        continue
      case 0x20...0x7E: strike(index..<next, width: 1, in: text)
      default: strikeWide(index..<next, in: text, host: host)
      }
      index = next
    }
  }

  /// Appends what stands on the line, and what of it is emphasized.
  func append(
    to output: inout TextBuffer, from text: TextBuffer, emphasis: inout [PrintedText.Emphasis]
  ) {
    for place in places where place.width > 0 {
      let start = output.count
      if place.bytes.isEmpty { output.append(byte: UInt8(ascii: " ")) }
      for index in place.bytes { output.append(byte: text[index]) }
      guard !place.attributes.isEmpty else { continue }
      var first = start
      if let last = emphasis.last, last.bytes.upperBound == start,
        last.attributes == place.attributes
      {
        first = last.bytes.lowerBound
        emphasis.removeLast()
      }
      emphasis.append(.init(bytes: first..<output.count, attributes: place.attributes))
    }
  }

  /// Of a line that has been written over very often, what has been written last.
  private static func start(of line: Range<Int>, in text: TextBuffer) -> Int {
    guard line.count > longest else { return line.lowerBound }
    for index in line.suffix(longest) where text[index] == 0x0D { return index }
    return line.lowerBound
  }

  private static func end(ofScalarAt index: Int, in text: TextBuffer, before limit: Int) -> Int {
    var end = index + 1
    guard text[index] >= 0xC0 else { return end }
    while end < limit, end < index + 4, text[end] & 0b1100_0000 == 0b1000_0000 { end += 1 }
    return end
  }

  /// Strikes what is not ASCII: a character of its own, or a mark on the one before it.
  private mutating func strikeWide(_ bytes: Range<Int>, in text: TextBuffer, host: Host) {
    let width = host.columns(of: text, bytes: bytes)
    if let last = lastStruck, places[last].bytes.upperBound == bytes.lowerBound {
      let joined = places[last].bytes.lowerBound..<bytes.upperBound
      let joinedWidth = host.columns(of: text, bytes: joined)
      // U+FE0F makes a picture, and so wide, of what was not.
      let isPicture = zip(bytes, [0xEF, 0xB8, 0x8F]).allSatisfy { text[$0] == $1 }
      if joinedWidth < places[last].width + max(1, width) || isPicture {
        places[last].bytes = joined
        if isPicture, joinedWidth == 2, places[last].width == 1 { widen(last) }
        return
      }
    }
    if width > 0 { strike(bytes, width: min(2, width), in: text) }
  }

  /// The place that was struck last, if nothing has moved since.
  private var lastStruck: Int? {
    guard column > 0, column <= places.count else { return nil }
    return places[column - 1].width == 0 ? column - 2 : column - 1
  }

  private mutating func widen(_ index: Int) {
    places[index].width = 2
    clear(index + 1)
    set(Place(bytes: 0..<0, width: 0), at: index + 1)
    column = index + 2
  }

  private mutating func strike(_ bytes: Range<Int>, width: Int, in text: TextBuffer) {
    guard column + width <= Self.widest else { return }
    while places.count < column { places.append(.space) }
    if column < strikesBefore, column > 0, column < places.count, places[column].width == 0 {
      column -= 1
    }
    var place = Place(bytes: bytes, width: width)
    if column < strikesBefore, column < places.count {
      place = places[column].struck(by: place, in: text)
    }
    clear(column)
    if place.width == 2 { clear(column + 1) }
    set(place, at: column)
    if place.width == 2 { set(Place(bytes: 0..<0, width: 0), at: column + 1) }
    column += place.width
  }

  private mutating func set(_ place: Place, at index: Int) {
    if index < places.count { places[index] = place } else { places.append(place) }
  }

  /// Leaves no half of a wide character that has stood at this column.
  private mutating func clear(_ index: Int) {
    guard index < places.count else { return }
    if places[index].width == 0 { places[index - 1] = .space }
    if places[index].width == 2 { places[index + 1] = .space }
    places[index] = .space
  }
}
