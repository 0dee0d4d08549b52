/** Rows of one statement: writing the text of thousands at once keeps everybody waiting for a second. */
const most = 200

/** Many rows in parts, for one statement after the other. */
export const partsOf = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / most) }, (_, n) => rows.slice(n * most, (n + 1) * most))
