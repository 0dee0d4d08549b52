import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { createLog } from "@/server/security/log"
import { testApp } from "../setup/test-app"

const secret = "hash-and-address@example.org"
const text = (value: string) => sql`${value}`
/** A statement for each kind of refusal of a database, with a secret among its values. */
const refused: Record<string, SQL> = {
  "a value of another type": sql`select ${text(secret)}::int`,
  "a duplicate": sql`insert into cdn_purge (target, due_at) values (${secret}, now()), (${secret}, now())`,
  "a check": sql`insert into ledger_account (user_id, name) values (1, ${secret})`,
  "a reference to nothing": sql`insert into document_version (document_id, version, attachment_id, sha256, name) values (0, 1, 1, 'x', ${secret})`,
  "a missing value": sql`insert into "user" (email) values (${text(secret)})`,
  "a value that is too long": sql`update "user" set username = ${text(secret.repeat(100))} where id = 1`,
  "a number out of range": sql`select (9000000000000000000 * 9) where ${text(secret)} <> ''`,
  "a division by zero": sql`select 1 / (length(${text(secret)}) - ${secret.length})`,
  "bad JSON": sql`select ${text(`{"${secret}`)}::jsonb`,
  "a bad date": sql`select ${text(secret)}::timestamptz`,
  "a bad pattern": sql`select 'x' ~ ${text(`(${secret}`)}`,
  "a table that is not there": sql`select * from absent_table where name = ${text(secret)}`,
  "a syntax error": sql`selec ${text(secret)}`,
  "a character that text cannot hold": sql`select ${text(`${secret}\0`)}::text`,
}

test.each(Object.entries(refused))(
  "%s: the log has the statement's name and code, and none of its values [security: 16.2.5]",
  async (_, statement) => {
    const app = await testApp()
    const lines: string[] = []
    const log = createLog("debug", { write: (line: string) => void lines.push(line) })
    const error: unknown = await app.database.db.execute(statement).then(
      () => null,
      (failure: unknown) => failure,
    )
    expect(error).toBeInstanceOf(Error)
    log.error({ err: error }, "x")
    log.error({ error: String(error), reason: (error as Error).message }, "x")
    log.error(error)
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).not.toContain(secret)
    expect(lines[0]).toMatch(/"code":"[0-9A-Z]{5}"/)
  },
)
