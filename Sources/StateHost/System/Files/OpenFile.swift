/// An open file that several look into; closed when the last of them lets it go.
package final class OpenFile {
  package let descriptor: Descriptor

  package init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}
