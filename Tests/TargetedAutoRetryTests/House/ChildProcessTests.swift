import Testing

@Suite struct ChildProcessTests {
  @Test func `a program that hangs is killed`() async throws {
    let end = try await ChildProcess(arguments: ["sleep", "300"], mostSeconds: 0.2).run()
    #expect(end.exitCode == 9)
  }
}
