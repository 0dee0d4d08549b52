import { randomUUID } from "node:crypto"
import { mkdir, mkdtemp, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { callOf } from "../../lib/contract/contract"
import { refusalsOf } from "../../lib/contract/refusals"
import type { Args, Key, Output, Result, Session } from "../../lib/contract/types"
import { createApp, type App, type AppOptions } from "../../server/app"
import { createCtx } from "../../server/context"
import { createLog } from "../../server/security/log"
import { measureFile, temporaryPath } from "../../server/modules/library/attachment/receiving.usecases"
import { keepDocumentFile } from "../../server/modules/library/attachment/attachment.usecases"
import { saveSettings } from "../../server/modules/site/settings/settings.usecases"
import { bootstrap } from "../../server/modules/site/samples/bootstrap.usecases"
import { createLocalCaptcha } from "../../server/ports/captcha/local.captcha"
import { recordingCaptcha } from "../../server/ports/captcha/recording.captcha"
import { createFakeConverter } from "../../server/ports/converter/fake.converter"
import { memoryMail } from "../../server/ports/mail/memory.mail"
import { createOauth } from "../../server/ports/oauth/create-oauth"
import { createPayments } from "../../server/ports/payment/create-payments"
import { directPictures } from "../../server/ports/pictures/direct.pictures"
import { directSanitizer } from "../../server/ports/sanitizer/direct.sanitizer"
import { directStructure } from "../../server/ports/structure/direct.structure"
import { directAnalyser } from "../../server/ports/search/direct-analyser"
import { createPostgresSearch } from "../../server/ports/search/postgres.search"
import { memoryIndexing } from "../../server/ports/indexing/memory.indexing"
import { memorySms } from "../../server/ports/sms/memory.sms"
import { memoryStorage } from "../../server/ports/storage/memory.storage"
import { createGuardedFetch } from "../../server/ports/web/guarded-fetch"
import { createGuardedWeb } from "../../server/ports/web/guarded.web"
import { directPageReader } from "../../server/ports/web/page-reading"
import { guardedWebhooks } from "../../server/ports/webhook/guarded.webhook"
import { closeAtTheEnd } from "./opened"
import { ownDatabase } from "./own-database"
import { patience } from "./patience"

export type TestUser = { id: number; username: string; token: string }
type Fakes = {
  mail: ReturnType<typeof memoryMail>
  sms: ReturnType<typeof memorySms>
  indexing: ReturnType<typeof memoryIndexing>
  captcha: ReturnType<typeof recordingCaptcha>
}
/** Messages sent are in `app.mail.sent` and `app.sms.sent`, captchas drawn in `app.captcha.drawn`. */
export type TestApp = Omit<App, keyof Fakes> &
  Fakes & {
    /** Calls the API in process, as the network would. */
    call: <K extends Key>(
      key: K,
      input?: Args<K>[0] | Record<string, unknown>,
      as?: TestUser,
      ip?: string,
      if_match?: string,
    ) => Promise<Result<Output<K>>>
    person: (name?: string) => Promise<TestUser>
    admin: () => Promise<TestUser>
    /** Uploads a file of this user that is not yet a document. */
    file: (as: TestUser, name?: string, content?: string | Buffer) => Promise<number>
  }

/** Captchas are disabled unless a test is about them (`captchas: true` keeps the default settings). */
export type Overrides = Omit<Partial<AppOptions>, keyof Fakes> & { captchas?: boolean }

const secret = new TextEncoder().encode("a secret of the tests only, 32 bytes at least")
let count = 0

/** Creates a complete back end with its own database, and fakes for external services. Closed when the file's tests end. */
export const testApp = async ({ captchas = false, ...overrides }: Overrides = {}): Promise<TestApp> => {
  const connection = await ownDatabase()
  const dataDir = await mkdtemp(join(inject("folders"), "app-"))
  const now = overrides.now ?? (() => new Date())
  const voices = join(import.meta.dirname, "../../server/ports/captcha/voices")
  const fakes: Fakes = {
    mail: memoryMail(),
    sms: memorySms(),
    indexing: memoryIndexing(),
    captcha: recordingCaptcha(createLocalCaptcha({ voices, secret, now })),
  }
  const app = await createApp({
    version: "0.0.0-test",
    connection: { ...connection, max: 6 },
    dataDir,
    secret,
    log: createLog("silent"),
    storage: memoryStorage(),
    converter: createFakeConverter(),
    limitScale: 100,
    passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
    // independent of the disk space of the test machine
    freeSpace: async () => Number.MAX_SAFE_INTEGER,
    oauth: createOauth(),
    payments: createPayments(),
    sanitizer: directSanitizer(),
    structure: directStructure(),
    pictures: directPictures(),
    search: createPostgresSearch({ connection, analyser: directAnalyser(), connections: 2 }),
    web: createGuardedWeb(),
    webhooks: guardedWebhooks({ fetch: createGuardedFetch([]), allowed: [] }),
    pageReader: directPageReader(),
    ...fakes,
    ...overrides,
  })
  const first = await bootstrap(createCtx(app))
  if (!captchas)
    await saveSettings(createCtx(app), "security", {
      enable_captcha_login: false,
      enable_captcha_register: false,
      enable_captcha_find_password: false,
      enable_captcha_comment: false,
    })
  app.dispatch = describedOnly(app.dispatch)
  let root: TestUser | null = null
  closeAtTheEnd(() => app.stop(2))
  const call: TestApp["call"] = async (key, input, as, ip = "203.0.113.7", if_match) => {
    const reply = await app.dispatch(key, input ?? {}, { id: "test", ip, user_agent: "test", token: as?.token ?? "", if_match })
    return (
      reply.ok ? { ok: true, status: 200, data: reply.data } : { ok: false, status: reply.status, message: reply.body.message }
    ) as Result<Output<typeof key>>
  }
  const enter = async (reply: Result<Session>): Promise<TestUser> => {
    if (!reply.ok) throw new Error(reply.message)
    return { id: reply.data.user.id, username: reply.data.user.username, token: reply.data.token }
  }
  const person = async (name = `reader${++count}`) =>
    enter(
      (await call("POST /user/register", { username: name, email: `${name}@example.org`, password: "correct horse 7" })) as Result<Session>,
    )
  const admin = async () =>
    (root ??= await enter((await call("POST /user/login", { username: "admin", password: first!.password })) as Result<Session>))
  const file: TestApp["file"] = async (as, name = "样例.txt", content = `第一行 ${randomUUID()}`) => {
    const path = await temporaryPath(app)
    await mkdir(join(path, ".."), { recursive: true })
    await writeFile(path, content)
    const ctx = createCtx(app, { user: { ...as, root: as.id === 1, jti: "", permissions: new Set(), confirmed_at: null } })
    return (await keepDocumentFile(ctx, name, await measureFile(path, 1024))).id
  }
  return Object.assign(app, fakes, { call, person, admin, file })
}

/** Fails if a call refuses with a status that its description (`refusalsOf`) does not contain. */
const describedOnly =
  (dispatch: App["dispatch"]): App["dispatch"] =>
  async (key, input, request) => {
    const reply = await dispatch(key, input, request)
    const call = callOf(key)
    if (!reply.ok && call && !refusalsOf(key, call).includes(reply.status))
      throw new Error(`${key} answered ${reply.status}, which its description does not name: ${reply.body.message}`)
    return reply
  }

/** Polls until `look` returns a result; fails after `ms`, which an idle machine never needs. */
export const until = async <T>(look: () => Promise<T | null | undefined | false>, ms = 10_000): Promise<T> => {
  const end = Date.now() + ms * patience
  for (;;) {
    const result = await look()
    if (result) return result
    if (Date.now() > end) throw new Error("waited in vain")
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
