internal import HostText

extension SourceDescription {
  /// Reads what stands for the source of a states file.
  init(_ field: Field) throws(LocatedProblem) {
    let object = try field.object(
      "an object that says what delivers the rows", example: "{\"use\": \"com.example.source\"}")
    try object.allowOnly(["use", "argument", "options"])
    self.init(
      use: try object.required("use", example: "\"com.example.source\"")
        .string("the id of a source", example: "\"com.example.source\""),
      argument: try object["argument"]?.string("a text", example: "\".\"") ?? "",
      options: try object["options"]?.object("an object", example: "{}").field.value)
  }
}
