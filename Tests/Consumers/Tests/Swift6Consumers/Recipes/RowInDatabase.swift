import TargetedAutoRetry

func row(_ id: Int, in database: Database) throws -> String {
  try CurrentTest().autoWait("Row", for: .seconds(10)) {
    try database.row(id)
  }
}
