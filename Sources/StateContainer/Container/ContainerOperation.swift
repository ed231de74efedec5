/// What somebody has called that must not run within a callback.
@usableFromInline
enum ContainerOperation {
  case phase(AppearancePhase)
  case advance(Int64)
}
