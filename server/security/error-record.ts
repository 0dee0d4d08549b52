/** The parts of an error that logs and the job queue store. */
export type ErrorRecord = { type: string; message: string; code?: string; query?: string; stack?: string; cause?: ErrorRecord }

const maxCauses = 5
const sqlState = /^[0-9A-Z]{5}$/

/** Checks for an error of the database or its driver: its message, detail and statement contain values of rows. */
const isOfDatabase = (error: object): boolean =>
  ("query" in error && "params" in error) || ("severity" in error && "code" in error && sqlState.test(String(error.code)))

/** Returns what a statement does to which table, without its values: `insert into user`. */
const queryName = (text: unknown): string => {
  const [, verb = "", table = ""] = /\b(insert into|update|delete from|from|set local|lock table)\s+"?(\w+)"?/i.exec(String(text)) ?? []
  return verb ? `${verb.toLowerCase()} ${table}` : "statement"
}

/** Returns the lines of a stack that name code: those above repeat the message. */
const framesOf = (stack = ""): string =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n")

/**
 * Describes an error without the values that a failed statement carried: hashes, addresses and session ids. Of a database error only the
 * name of its statement, its code and the names of table and constraint remain.
 */
export const recordOf = (error: unknown, causes = maxCauses): ErrorRecord => {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutStatement(String(error)) }
  const { name, code, query, table, constraint, cause } = error as Error & Record<"code" | "query" | "table" | "constraint", unknown>
  const database = isOfDatabase(error)
  const named = [table, constraint].filter((one) => typeof one === "string").join(" ")
  return {
    type: name,
    message: database ? `database error${named && ` (${named})`}` : withoutStatement(error.message),
    ...(code === undefined ? {} : { code: String(code) }),
    ...(database && query !== undefined ? { query: queryName(query) } : {}),
    stack: framesOf(error.stack),
    ...(cause instanceof Error && causes > 0 ? { cause: recordOf(cause, causes - 1) } : {}),
  }
}

/** Cuts the statement and its values from an error that was turned into a text. */
export const withoutStatement = (text: string): string => text.replace(/Failed query:[\s\S]*/, "Failed query")
