import HostContent
import HostPlugins
import PluginSupport
import Testing

@testable import HostRuntime
@testable import HostWorkers

@Suite struct `What the user did` {
  private let upper = AnsweringChild()
  private let lower = AnsweringChild()
  private let key = ChildInput.key(ChildKey(code: 0x61, text: "a"))

  @Test func `is the next child's when one thinks about it too long`() {
    upper.inputAnswer = .later
    lower.inputAnswer = .used
    let children = [lower.onStage(), upper.onStage()]
    var offer = InputOffer(input: key, others: children[...], patienceNanoseconds: 250)
    for now in [0, 249] as [Int64] {
      #expect(offer.advance(to: now).answer == .later)
      #expect(upper.withdrawnCount == 0 && lower.offeredCount == 0)
    }
    let (answer, user) = offer.advance(to: 250)
    #expect(answer == .used && user === children[0])
    #expect(upper.withdrawnCount == 1 && upper.offeredCount == 1)
  }

  @Test func `is the child's who takes its time and uses it`() {
    upper.inputAnswer = .later
    let children = [lower.onStage(), upper.onStage()]
    var offer = InputOffer(input: key, others: children[...], patienceNanoseconds: 250)
    #expect(offer.advance(to: 0).answer == .later)
    upper.inputAnswer = .used
    // As it says so in time, when the loop looks does not count.
    let (answer, user) = offer.advance(to: 1_000)
    #expect(answer == .used && user === children[1])
    #expect(upper.withdrawnCount == 0 && lower.offeredCount == 0)
  }

  @Test func `is text where the child in front says so, else where it draws its cursor`() throws {
    let scripted = try ScriptedStage().appear()
    let child = try #require(scripted.child)
    let until = scripted.stage.deadlines.drawNanoseconds
    child.context.needsDraw = true
    // It is asked for what is due, and has so long for that.
    #expect(scripted.stage.takesText() == nil && child.isDrawing)
    #expect(scripted.stage.drawingPatience == until)
    scripted.stage.advance(to: until)
    #expect(scripted.stage.takesText() == false && scripted.stage.drawingPatience == nil)
    scripted.draw()
    scripted.turn(at: 2_000)
    for takesText in [true, false] {
      child.context.needsDraw = true
      _ = child.context.does(.takeText(takesText))
      #expect(scripted.stage.takesText() == takesText && !child.isDrawing)
    }
  }

  @Test func `is what a child in a worker does for it, in the view too, while it is on screen`()
    throws
  {
    let scripted = try ScriptedStage()
    let run = scripted.stage.context
    let small = try SmallSession("echo row").loaded()
    run.content = small.run.content
    let view = SharedRowView(in: small.world, of: run, beginningWith: nil)
    run.view = view
    let wish = ChildRequest.find(RowFilter([0x72]), fromPlace: nil, isBackward: false)
    try scripted.appear()
    scripted.say(wish)
    scripted.turn(at: 1)
    #expect(view.facts.finds == 1)
    scripted.stage.request("empty", animated: false)
    scripted.say(wish)
    scripted.turn(at: 2)
    #expect(view.facts.finds == 1)
    view.close()
  }

  @Test func `is waited for less where the child was slow not to use the ones before`() throws {
    let scripted = try ScriptedStage().appear()
    var waits: [Int64] = []
    for ticket in 1...4 as ClosedRange<UInt32> {
      let now = Int64(ticket) * 100
      scripted.turn(at: now)
      #expect(scripted.stage.offer(key) == .later)
      waits.append((scripted.stage.inputDeadline ?? 0) / ScriptedStage.millisecond - now)
      scripted.use(false, ticket: ticket)
      scripted.turn(at: now + 31)
      #expect(scripted.stage.offer(key) == .unused && scripted.stage.inputDeadline == nil)
    }
    #expect(waits == [250, 80, 80, 20])
  }
}
