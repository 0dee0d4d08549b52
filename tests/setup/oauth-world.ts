import { afterAll, beforeAll, beforeEach, expect } from "vitest"
import { oauthProviders } from "../../lib/contract/people/oauth.providers"
import { createCtx } from "../../server/context"
import { saveSettings } from "../../server/modules/site/settings/settings.usecases"
import { createOauth } from "../../server/ports/oauth/create-oauth"
import { startStandIn, type MockOauthProvider } from "../../server/ports/oauth/testing/provider.stand-in"
import { testApp, type TestUser, type TestApp } from "./test-app"

export const github = 4
/** The values that a browser brings back from a provider. */
export type Landing = { oauth_type: number; code: string; state: string; secret: string }

/**
 * Creates a back end for the tests of one file that knows every provider, and a mock server that acts as all of them for one user, a
 * different one in each test.
 */
export const oauthWorld = () => {
  let standIn: MockOauthProvider
  let app: TestApp
  let now = Date.now()
  let count = 0
  const time = () => new Date(now)
  const set = (group: Parameters<typeof saveSettings>[1], values: Record<string, string | boolean>) =>
    saveSettings(createCtx(app), group, values as never)
  const newAccount = (more = {}) => ({
    id: String(10_000 + ++count),
    nickname: `小豆${count}`,
    avatar: "https://img.example.com/bean.png",
    ...more,
  })

  beforeAll(async () => {
    standIn = await startStandIn()
    app = await testApp({ oauth: createOauth({ endpoints: standIn.endpoints, allowInsecure: true, now: time }), now: time })
    await set("system", { domain: "https://library.example.org" })
    for (const { group } of oauthProviders) await set(group, { enable: true, ...standIn.client })
    await set("oauthCustom", standIn.custom.plain)
  })
  afterAll(() => standIn.close())
  beforeEach(() => {
    now = Date.now()
    standIn.misbehave(null)
    standIn.setPerson(newAccount())
  })

  /** Goes to the provider and back. */
  const authorize = async (type: number, as?: TestUser): Promise<{ back: URL; landing: Landing }> => {
    const begun = await app.call("POST /oauth/begin", { oauth_type: type }, as)
    if (!begun.ok) throw new Error(begun.message)
    const { url, state, secret } = begun.data
    const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location")!)
    expect(back.searchParams.get("state")).toBe(state)
    return { back, landing: { oauth_type: type, code: back.searchParams.get("code")!, state, secret } }
  }
  const land = async (type: number, as?: TestUser) => app.call("POST /oauth/login", (await authorize(type, as)).landing, as)
  /** Returns the proof of an identity that has no account yet. */
  const pendingOf = async (type: number) => {
    const reply = await land(type)
    if (!reply.ok || !reply.data.oauth) throw new Error("no proof")
    const { openid, oauth_type, session } = reply.data.oauth
    return { openid, oauth_type, session }
  }
  /** Creates a user whose account is linked to the identity of this test. */
  const bound = async (type: number) => {
    const person = await app.person()
    expect(await land(type, person)).toMatchObject({ ok: true, data: { bound: true } })
    return person
  }
  return {
    app: () => app,
    standIn: () => standIn,
    now: time,
    pass: (ms: number) => void (now += ms),
    number: () => count,
    set,
    newAccount,
    authorize,
    land,
    pendingOf,
    bound,
  }
}
