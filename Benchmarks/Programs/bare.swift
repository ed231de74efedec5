// What any Swift program costs before its first word: the yardstick of what StateHost adds.
import Glibc

let word = "first frame"
word.withCString { _ = write(1, $0, strlen($0)) }
pause()
