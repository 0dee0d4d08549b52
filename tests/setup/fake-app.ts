import { mkdir, writeFile } from "node:fs/promises"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { inProject } from "../../scripts/lib/project.mjs"
import type { Args, Key, Output, Result, Session } from "../../lib/contract/types"
import { isRoot } from "../../lib/rules/people/staff"
import { createApp, type App, type AppOptions } from "../../server/app"
import { createCtx } from "../../server/context"
import { createLog } from "../../server/security/log"
import { measureFile, temporaryPath } from "../../server/modules/library/attachment/incoming-file.usecases"
import { keepDocumentFile } from "../../server/modules/library/attachment/attachment.usecases"
import { createLocalCaptcha } from "../../server/ports/captcha/local.captcha"
import { recordingCaptcha } from "../../server/ports/captcha/recording.captcha"
import { createFakeConverter } from "../../server/ports/converter/fake.converter"
import { memoryMail } from "../../server/ports/mail/memory.mail"
import { createOauth } from "../../server/ports/oauth/create-oauth"
import { createPayments } from "../../server/ports/payment/create-payments"
import { directPictures } from "../../server/ports/pictures/direct.pictures"
import { directSanitizer } from "../../server/ports/sanitizer/direct.sanitizer"
import { directMatcher } from "../../server/ports/matcher/direct.matcher"
import { directStructure } from "../../server/ports/structure/direct.structure"
import { directAnalyser } from "../../server/ports/search/direct-analyser"
import { createPostgresSearch } from "../../server/ports/search/postgres.search"
import { memoryIndexing } from "../../server/ports/indexing/memory.indexing"
import { memoryRobots } from "../../server/ports/robot/memory.robot"
import { memorySms } from "../../server/ports/sms/memory.sms"
import { memoryCdn } from "../../server/ports/cdn/memory.cdn"
import { memoryContentSafety } from "../../server/ports/content-safety/memory.content-safety"
import { memoryStorage } from "../../server/ports/storage/memory.storage"
import { memoryWeb } from "../../server/ports/web/memory.web"
import { directPageReader } from "../../server/ports/web/page-reading"
import { memoryWebhooks } from "../../server/ports/webhook/memory.webhook"

/* A back end in this process, for tests and for the laboratory. */

export type TestUser = { id: number; username: string; token: string }
export type Fakes = {
  mail: ReturnType<typeof memoryMail>
  sms: ReturnType<typeof memorySms>
  indexing: ReturnType<typeof memoryIndexing>
  robots: ReturnType<typeof memoryRobots>
  cdn: ReturnType<typeof memoryCdn>
  contentSafety: ReturnType<typeof memoryContentSafety>
  captcha: ReturnType<typeof recordingCaptcha>
}
export type FakeOverrides = Omit<Partial<AppOptions>, keyof Fakes>

const secret = new TextEncoder().encode("a secret of the tests only, 32 bytes at least")

/** Creates a back end with fakes for external services. */
export const createFakeApp = async ({
  connection,
  ...overrides
}: FakeOverrides & Pick<AppOptions, "connection" | "dataDir">): Promise<Omit<App, keyof Fakes> & Fakes> => {
  const now = overrides.now ?? (() => new Date())
  const voices = inProject("server/ports/captcha/voices")
  const fakes: Fakes = {
    mail: memoryMail(),
    sms: memorySms(),
    indexing: memoryIndexing(),
    robots: memoryRobots(),
    cdn: memoryCdn(),
    contentSafety: memoryContentSafety(),
    captcha: recordingCaptcha(createLocalCaptcha({ voices, secret, now })),
  }
  const app = await createApp({
    version: "0.0.0-test",
    connection: { ...connection, max: 6 },
    secret,
    log: createLog("silent"),
    storage: memoryStorage(),
    antivirus: null,
    converter: createFakeConverter(),
    limitScale: 100,
    passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
    passwordQueue: { running: 4, waiting: 10_000, waitMs: 60_000 },
    // independent of the disk space of the test machine
    freeSpace: async () => Number.MAX_SAFE_INTEGER,
    oauth: createOauth(),
    payments: createPayments(),
    sanitizer: directSanitizer(),
    structure: directStructure(),
    matcher: directMatcher(),
    pictures: directPictures(),
    search: createPostgresSearch({ connection, analyser: directAnalyser(), connections: 2 }),
    web: memoryWeb(),
    webhooks: memoryWebhooks(),
    pageReader: directPageReader(),
    ...fakes,
    ...overrides,
  })
  // the ports of `app` are these fakes behind their limits
  return app as Omit<App, keyof Fakes> & Fakes
}

let count = 0

/** How tests use a back end: as the network would, but in process. */
export const callsOf = (app: Pick<App, "dispatch"> & Parameters<typeof createCtx>[0]) => {
  const call = async <K extends Key>(
    key: K,
    input?: Args<K>[0] | Record<string, unknown>,
    as?: TestUser,
    ip = "203.0.113.7",
    if_match?: string,
  ): Promise<Result<Output<K>>> => {
    const reply = await app.dispatch(key, input ?? {}, { id: "test", ip, user_agent: "test", token: as?.token ?? "", if_match })
    return (
      reply.ok ? { ok: true, status: 200, data: reply.data } : { ok: false, status: reply.status, message: reply.body.message }
    ) as Result<Output<typeof key>>
  }
  const enter = async (reply: Result<Session>): Promise<TestUser> => {
    if (!reply.ok) throw new Error(reply.message)
    return { id: reply.data.user.id, username: reply.data.user.username, token: reply.data.token }
  }
  const login = async (username: string, password: string) =>
    enter((await call("POST /user/login", { username, password })) as Result<Session>)
  const person = async (name = `reader${++count}`) =>
    enter(
      (await call("POST /user/register", { username: name, email: `${name}@example.org`, password: "correct horse 7" })) as Result<Session>,
    )
  /** Uploads a file of this user that is not yet a document. */
  const file = async (as: TestUser, name = "样例.txt", content: string | Buffer = `第一行 ${randomUUID()}`): Promise<number> => {
    const path = await temporaryPath(app)
    await mkdir(join(path, ".."), { recursive: true })
    await writeFile(path, content)
    const ctx = createCtx(app, { user: { ...as, root: isRoot(as), jti: "", permissions: new Set(), confirmed_at: null } })
    return (await keepDocumentFile(ctx, name, await measureFile(path, 1024))).id
  }
  return { call, login, person, file }
}
