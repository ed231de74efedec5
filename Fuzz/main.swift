internal import CFuzzer

// The program of `make fuzz`: the fuzzer that the environment names, with libFuzzer's options.
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
_ = unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
  Fuzzer.chosen.take(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
