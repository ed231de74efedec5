internal import HostText

/// Which key each letter and number in a control sequence stands for.
extension Key.Code {
  /// The final byte of `CSI` and `SS3` sequences.
  init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(letter - UInt8(ascii: "P") + 1)
    default: return nil
    }
  }

  /// The keypad's final bytes in `SS3` sequences: `p` to `y` are the digits.
  init?(keypad letter: UInt8) {
    switch letter {
    case UInt8(ascii: "M"): self = .enter
    case UInt8(ascii: "I"): self = .tab
    case UInt8(ascii: " "): self = .character(" ")
    case UInt8(ascii: "X"): self = .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): self = .character(Unicode.Scalar(letter - 64))
    default: return nil
    }
  }

  /// The number before `~`.
  init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(UInt8(number - 10))
    case 17...21: self = .function(UInt8(number - 11))
    case 23...26: self = .function(UInt8(number - 12))
    case 28, 29: self = .function(UInt8(number - 13))
    case 31...34: self = .function(UInt8(number - 14))
    default: return nil
    }
  }

  /// The number before `u`, for the keys that kitty numbers itself.
  init?(kitty number: Int) {
    switch number {
    case 57376...57398: self = .function(UInt8(number - 57376 + 13))
    case 57399...57408: self = .character(Unicode.Scalar(UInt8(number - 57399) + 48))
    case 57409: self = .character(".")
    case 57410: self = .character("/")
    case 57411: self = .character("*")
    case 57412: self = .character("-")
    case 57413: self = .character("+")
    case 57414: self = .enter
    case 57415: self = .character("=")
    case 57416: self = .character(",")
    case 57417: self = .left
    case 57418: self = .right
    case 57419: self = .up
    case 57420: self = .down
    case 57421: self = .pageUp
    case 57422: self = .pageDown
    case 57423: self = .home
    case 57424: self = .end
    case 57425: self = .insert
    case 57426: self = .delete
    default: return nil
    }
  }
}
