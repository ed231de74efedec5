internal import CFuzzer

// The whole program of `make fuzz`: one of the fuzzers, as the environment says, and libFuzzer's options.
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
_ = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
  Fuzzer.chosen.take(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
