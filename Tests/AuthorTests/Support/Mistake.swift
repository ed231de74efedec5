import TestSupport

/// A mistake of docs/plugins.md: a plugin that makes it, and how it is run into.
struct Mistake: Sendable {
  let title: String
  var change: @Sendable (inout SmallPlugin) -> Void = { _ in }
  /// For the shell, after the plugin has been compiled to hello.so.
  var after = ""
  var arguments = "--plugins . --snapshot - --size 20x2 -- echo row"
  var seconds = 20.0

  static let all: [Mistake] = [
    Mistake(title: "The entry cannot be found") {
      $0.declarations = "#define childplugin_entry my_entry"
    },
    Mistake(title: "Another major version") {
      $0.declarations = "#undef CHILDPLUGIN_ABI_MAJOR\n#define CHILDPLUGIN_ABI_MAJOR 2"
    },
    Mistake(title: "A symbol that nothing defines") {
      $0.declarations = "void nowhere(void);"
      $0.draw = "nowhere();"
    },
    Mistake(title: "No plugin at all", after: "echo text >hello.so"),
    Mistake(
      title: "For another machine",
      after: #"printf '\267' | dd of=hello.so bs=1 seek=18 conv=notrunc 2>/dev/null"#),
    Mistake(title: "Others may change the file", after: "chmod 666 hello.so"),
    Mistake(title: "It refuses to begin") {
      $0.initialise = #"*reason = childplugin_text("no display"); return false;"#
    },
    Mistake(title: "An id that is none") { $0.id = "Hello World" },
    Mistake(title: "Two children with one id", after: "cp hello.so other.so"),
    Mistake(title: "A function that is required is missing") {
      $0.made = "child->draw = NULL;"
    },
    Mistake(title: "A table without its size") { $0.made = "child->size = 0;" },
    Mistake(title: "create gives nothing") { $0.made = "free(child); return NULL;" },
    Mistake(
      title: "A number out of range",
      change: {
        $0.declarations = """
          static void timing(const childplugin_child_t *child, bool appearing,
                             childplugin_timing_t *timing) {
            (void)child; (void)appearing;
            timing->duration_nanoseconds = -1;
          }
          """
        $0.made = "child->timing = timing;"
      }, arguments: "inspect ./hello.so"),
    Mistake(title: "A host function on a thread of your own") {
      $0.declarations = """
        #include <pthread.h>
        static void *work(void *host) {
          ((const childplugin_host_t *)host)->invalidate(host);
          return NULL;
        }
        """
      $0.willAppear = """
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, (void *)host) == 0) pthread_join(thread, NULL);
        """
    },
    Mistake(title: "A state that is not there") {
      $0.willAppear = #"host->request_state(host, childplugin_text("paused"), false);"#
    },
    Mistake(title: "An action in draw, or off screen") {
      $0.draw = "host->perform(host, CHILDPLUGIN_ACTION_QUIT, 0);"
    },
    Mistake(title: "Printing to standard output") {
      $0.willAppear = #"printf("drawing now\n"); fflush(stdout);"#
    },
    Mistake(title: "A crash") { $0.draw = "*(volatile int *)8 = 1;" },
    Mistake(title: "A crash while it is loaded") {
      $0.declarations =
        "__attribute__((constructor)) static void begin(void) { *(volatile int *)8 = 1; }"
    },
    Mistake(title: "It does not come back while it is loaded") {
      $0.initialise = "for (;;) pause();"
    },
    Mistake(title: "Ending the program") { $0.draw = "exit(1);" },
    Mistake(
      title: "It does not come back", change: { $0.draw = "for (;;) pause();" }, seconds: 8),
  ]

  /// What it says, after it has been run into.
  func happen() throws -> String {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.id = "com.example.hello"
    change(&plugin)
    try plugin.compile(into: folder, as: "hello.so")
    let script = "cd \"$1\"; \(after.isEmpty ? ":" : after); exec \"$0\" \(arguments)"
    let run = try ProgramRun.run(
      ["-c", script, BuiltProducts.program, folder.path], program: "/bin/sh", seconds: seconds)
    return arguments.hasPrefix("inspect") ? run.output : run.errors
  }
}
