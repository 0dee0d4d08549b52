import { DrizzleQueryError } from "drizzle-orm/errors"
import { expect, test } from "vitest"
import { createLog } from "./log"

const linesOf = (work: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  work(createLog("debug", { write: (line: string) => void lines.push(line) }))
  return lines
}

test("a log entry is one line of JSON with a UTC time, whatever text it contains [security: 16.2.2, 16.2.4, 16.4.1]", () => {
  const hostile = 'a\nb\r\n{"level":60,"msg":"forged"}\u001b[2J\u2028'
  const lines = linesOf((log) => {
    log.warn({ path: hostile, err: new Error(hostile) }, hostile)
    log.info({ request: "1" }, "plain")
  })
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line.trimEnd()).not.toMatch(/[\n\r\u001b]/)
    const entry = JSON.parse(line) as { level: number; time: string; msg: string }
    expect(entry.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(entry.level).toBeLessThan(50)
  }
})

test("tokens, passwords, numbers and addresses are masked, including one level down [security: 16.2.5]", () => {
  const secret = {
    token: "t0ken-value",
    password: "pass-value",
    authorization: "Bearer value",
    mobile: "13900001111",
    email: "a@example.org",
  }
  const [line = ""] = linesOf((log) => log.info({ ...secret, user: secret }, "x"))
  for (const value of Object.values(secret)) expect(line).not.toContain(value)
  expect(line.match(/\*\*\*/g)).toHaveLength(10)
})

test("a failed statement is logged by its name and code, never with the values that it carried [security: 16.2.5]", () => {
  const secrets = ["$argon2id$v=19$hash", "somebody@example.org", "6f1c-session", "13900001111"]
  const database = Object.assign(new Error(`duplicate key value ${secrets[1]}`), {
    severity: "ERROR",
    code: "23505",
    detail: `Key (email)=(${secrets[1]}) already exists.`,
    where: secrets[2],
    table: "user",
    constraint: "user_email",
  })
  const failed = new DrizzleQueryError('insert into "user" ("email", "password") values ($1, $2)', secrets, database)
  const outer = new Error("the job failed", { cause: failed })
  const lines = linesOf((log) => {
    log.error({ err: failed, request: "1" }, "x")
    log.error({ error: String(failed) }, "x")
    log.error({ err: outer }, "x")
    log.error({ err: database }, "x")
    log.error({ reason: failed.message, failed }, "x")
    log.error(failed)
    log.error(failed, "x")
  })
  expect(lines).toHaveLength(7)
  for (const line of lines) for (const secret of secrets) expect(line).not.toContain(secret)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { query: "insert into user", cause: { code: "23505", message: "database error (user user_email)" } },
  })
  expect(lines[0]).toContain("log.test.ts")
})
