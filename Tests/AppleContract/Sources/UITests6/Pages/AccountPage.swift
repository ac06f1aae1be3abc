@MainActor
struct AccountPage {
  let test: BaseUITestCase
}
