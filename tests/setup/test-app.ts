import { mkdtemp } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { callOf } from "../../lib/contract/contract"
import { refusalsOf } from "../../lib/contract/refusals"
import type { Args, Key, Output, Result } from "../../lib/contract/types"
import type { App } from "../../server/app"
import { createCtx } from "../../server/context"
import { saveSettings } from "../../server/modules/site/settings/settings.usecases"
import { bootstrap } from "../../server/modules/site/samples/bootstrap.usecases"
import { callsOf, createFakeApp, type FakeOverrides, type Fakes, type TestUser } from "./fake-app"
import { closeAtTheEnd } from "./opened"
import { ownDatabase } from "./own-database"
import { patience } from "./patience"

export type { TestUser } from "./fake-app"
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
    login: (username: string, password: string) => Promise<TestUser>
    person: (name?: string) => Promise<TestUser>
    admin: () => Promise<TestUser>
    /** Uploads a file of this user that is not yet a document. */
    file: (as: TestUser, name?: string, content?: string | Buffer) => Promise<number>
  }

/** Captchas are disabled unless a test is about them (`captchas: true` keeps the default settings). */
export type Overrides = FakeOverrides & { captchas?: boolean }

/** Creates a complete back end with its own database, and fakes for external services. Closed when the file's tests end. */
export const testApp = async ({ captchas = false, ...overrides }: Overrides = {}): Promise<TestApp> => {
  const connection = await ownDatabase()
  const dataDir = await mkdtemp(join(inject("folders"), "app-"))
  const app = await createFakeApp({ connection, dataDir, ...overrides })
  const first = await bootstrap(createCtx(app))
  if (!captchas)
    await saveSettings(createCtx(app), "security", {
      enable_captcha_login: false,
      enable_captcha_register: false,
      enable_captcha_find_password: false,
      enable_captcha_comment: false,
      enable_captcha_complaint: false,
    })
  app.dispatch = describedOnly(app.dispatch)
  let root: TestUser | null = null
  closeAtTheEnd(() => app.stop(2))
  const calls = callsOf(app)
  const admin = async () => (root ??= await calls.login("admin", first!.password))
  return Object.assign(app, calls, { admin })
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
