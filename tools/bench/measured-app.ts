import { Buffer } from "node:buffer"
import type { PoolConfig } from "pg"
import type { Key } from "../../lib/contract/types"
import { createApp } from "../../server/app"
import type { CurrentUser } from "../../server/context"
import { createLog } from "../../server/security/log"
import { createLocalCaptcha } from "../../server/ports/captcha/local.captcha"
import { createFakeConverter } from "../../server/ports/converter/fake.converter"
import { memoryIndexing } from "../../server/ports/indexing/memory.indexing"
import { memoryMail } from "../../server/ports/mail/memory.mail"
import { createOauth } from "../../server/ports/oauth/create-oauth"
import { createPayments } from "../../server/ports/payment/create-payments"
import { directPictures } from "../../server/ports/pictures/direct.pictures"
import { directMatcher } from "../../server/ports/matcher/direct.matcher"
import { directStructure } from "../../server/ports/structure/direct.structure"
import { directSanitizer } from "../../server/ports/sanitizer/direct.sanitizer"
import { directAnalyser } from "../../server/ports/search/direct-analyser"
import { createPostgresSearch } from "../../server/ports/search/postgres.search"
import { memorySms } from "../../server/ports/sms/memory.sms"
import { memoryStorage } from "../../server/ports/storage/memory.storage"
import { createGuardedFetch } from "../../server/ports/web/guarded-fetch"
import { createGuardedWeb } from "../../server/ports/web/guarded.web"
import { memoryCdn } from "../../server/ports/cdn/memory.cdn"
import { memoryContentSafety } from "../../server/ports/content-safety/memory.content-safety"
import { memoryRobots } from "../../server/ports/robot/memory.robot"
import { guardedWebhooks } from "../../server/ports/webhook/guarded.webhook"
import { directPageReader } from "../../server/ports/web/page-reading"

/** A statement with its duration in milliseconds. */
type Statement = { text: string; values: unknown[]; ms: number }
export type Measured = { ms: number; ok: boolean; statements: Statement[] }

const staff: CurrentUser = { id: 1, username: "admin", root: true, jti: "", permissions: new Set(), confirmed_at: null }

/** Migrates a database to the current schema. */
export { migrateSite as migrateMeasured } from "../../server/db/migrate"

/** Opens the back end on an existing database, in this process: it returns each call with the statements that it sends. */
export const openMeasuredApp = async (connection: PoolConfig, dataDir: string) => {
  const secret = Buffer.from("only for measuring, 32 bytes at least")
  const app = await createApp({
    version: "0",
    connection,
    dataDir,
    secret,
    log: createLog("error"),
    antivirus: null,
    storage: memoryStorage(),
    converter: createFakeConverter(),
    limitScale: 1_000_000,
    mail: memoryMail(),
    sms: memorySms(),
    indexing: memoryIndexing(),
    search: createPostgresSearch({ connection, analyser: directAnalyser(), connections: 2 }),
    captcha: createLocalCaptcha({ voices: dataDir, secret, now: () => new Date() }),
    oauth: createOauth(),
    payments: createPayments(),
    sanitizer: directSanitizer(),
    structure: directStructure(),
    matcher: directMatcher(),
    pictures: directPictures(),
    web: createGuardedWeb(),
    webhooks: guardedWebhooks({ fetch: createGuardedFetch([]), allowed: [] }),
    robots: memoryRobots(),
    cdn: memoryCdn(),
    contentSafety: memoryContentSafety(),
    pageReader: directPageReader(),
  })
  app.sessions.find = async (token) => (token === "staff" ? staff : null)
  let statements: Statement[] = []
  const { pool } = app.database
  const original = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  pool.query = (async (...args: unknown[]) => {
    const query = args[0] as string | { text: string }
    const begun = performance.now()
    try {
      return await original(...args)
    } finally {
      const values = (Array.isArray(args[1]) ? args[1] : []) as unknown[]
      statements.push({ text: typeof query === "string" ? query : query.text, values, ms: performance.now() - begun })
    }
  }) as typeof pool.query

  const call = async (key: Key, input: object, asStaff: boolean): Promise<Measured> => {
    statements = []
    const begun = performance.now()
    const reply = await app.dispatch(key, input, {
      id: "",
      ip: "127.0.0.1",
      user_agent: "",
      token: asStaff ? "staff" : "",
      prefetch: true,
    })
    return { ms: performance.now() - begun, ok: reply.ok, statements }
  }
  const explain = async ({ text, values }: Statement): Promise<string> =>
    (await pool.query<{ "QUERY PLAN": string }>(`explain (analyze, buffers) ${text}`, values)).rows
      .map((row) => row["QUERY PLAN"])
      .join("\n")
  return { app, call, explain, stop: () => app.stop(2) }
}
