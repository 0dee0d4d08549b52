/** Rows per statement: writing the text of thousands of rows at once would block all other requests for a second. */
const most = 200

/** Splits many rows into parts, one per statement. */
export const partsOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / most) }, (_, n) => rows.slice(n * most, (n + 1) * most))
