import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { MemoryPerson } from "./memory.oauth"
import {
  type OauthRedirect,
  type Begun,
  type Identity,
  type OauthProviderConfig,
  OauthError,
  type OauthFault,
  type OauthPort,
} from "./oauth.port"

/** One provider and its port: a mock server behind an adapter, or the fake. */
export type OauthTestWorld = {
  port: OauthPort
  config: OauthProviderConfig
  setPerson: (person: (MemoryPerson & { unionid?: string }) | null) => void
  /** Opens the authorize address, and returns the parameters of the redirect back to the site. */
  walk: (url: string) => Promise<URLSearchParams>
  expireCodes: () => void
  /** Number of requests that reached the provider. */
  calls: () => number
  close: () => Promise<void>
}
/** `checksRedirect`: the token call compares the redirect address. `expected`: the default user as this provider reports it. */
export type OauthTraits = { name: string; pkce?: boolean; oidc?: boolean; checksRedirect?: boolean; expected: Partial<Identity> }

export const redirectUri = "https://wenku.example.com/oauth/here?from=登录&a=1"
export const bean: MemoryPerson & { unionid: string } = {
  id: "10086",
  unionid: "union-10086",
  nickname: "小豆",
  avatar: "https://img.example.com/bean.png",
  email: "bean@example.com",
  email_verified: true,
}

/** Returns the error of a call that must fail: an OauthError in Chinese that contains no secrets. */
export const refusal = async (promise: Promise<unknown>, secrets: string[]): Promise<OauthError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof OauthError))
    throw new Error(`expected an OauthError, got ${JSON.stringify(error) ?? String(error)}`, { cause: error })
  expect(error.message).toMatch(/^[\p{Script=Han}，“”]+$/u)
  expect(error.cause).toBeUndefined()
  const exposed = [
    error.message,
    error.detail,
    error.stack,
    JSON.stringify(error),
    JSON.stringify(Object.getOwnPropertyDescriptors(error)),
  ].join("\n")
  for (const secret of secrets)
    for (const form of [secret, encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2)])
      expect(exposed).not.toContain(form)
  return error
}

/** The steps of both suites: log in up to the code, and be refused. */
export const attemptsOf = (open: () => Pick<OauthTestWorld, "port" | "config" | "walk">) => {
  const come = async (): Promise<{ begun: Begun; answer: OauthRedirect }> => {
    const { port, config, walk } = open()
    const begun = await port.begin(config, redirectUri)
    const parameters = await walk(begun.url)
    expect(parameters.get("state")).toBe(begun.state)
    return { begun, answer: { code: parameters.get("code") ?? "", redirectUri, verifier: begun.verifier, nonce: begun.nonce } }
  }
  const refused = async (
    answer: OauthRedirect,
    fault: OauthFault | OauthFault[],
    used: OauthProviderConfig = open().config,
    by: OauthPort = open().port,
  ) => {
    const secrets = [used.client_secret, open().config.client_secret, answer.code, ...(answer.verifier ? [answer.verifier] : [])]
    const error = await refusal(by.identify(used, answer), secrets)
    expect([fault].flat()).toContain(error.fault)
    return error
  }
  return { come, refused }
}

/** The test suite that every adapter and the fake must pass. */
export const oauthSuite = (subject: OauthTraits, open: () => Promise<OauthTestWorld>) =>
  describe(subject.name, () => {
    let world: OauthTestWorld
    let port: OauthPort
    let config: OauthProviderConfig
    beforeAll(async () => {
      world = await open()
      ;({ port, config } = world)
    })
    afterAll(() => world.close())
    beforeEach(() => world.setPerson(bean))
    const { come, refused } = attemptsOf(() => world)

    test("the complete authorization yields the identity", async () => {
      const { answer } = await come()
      const identity = await port.identify(config, answer)
      expect(identity).toMatchObject({ nickname: "小豆", avatar: bean.avatar, ...subject.expected })
      const allowed = ["openid", "unionid", "app_openid", "nickname", "avatar", "email", "email_verified"]
      expect(Object.keys(identity).filter((key) => !allowed.includes(key))).toEqual([])
    })

    test("the authorize address carries a fresh state and other browser bindings, and never the secret [security: 10.1.1, 10.1.2]", async () => {
      const [one, two] = [await port.begin(config, redirectUri), await port.begin(config, redirectUri)]
      const query = new URL(one.url).searchParams
      expect(query.get("state")).toBe(one.state)
      expect(Buffer.from(one.state, "base64url").length).toBeGreaterThanOrEqual(16)
      expect(query.get("redirect_uri")).toBe(redirectUri)
      expect(one.state).not.toBe(two.state)
      expect([Boolean(one.verifier), query.get("code_challenge_method"), Boolean(one.nonce)]).toEqual([
        Boolean(subject.pkce),
        subject.pkce ? "S256" : null,
        Boolean(subject.oidc),
      ])
      if (subject.pkce)
        expect([one.verifier === two.verifier, one.url.includes(one.verifier!), one.verifier!.length >= 43]).toEqual([false, false, true])
      if (subject.oidc) expect([query.get("nonce"), one.nonce === two.nonce]).toEqual([one.nonce, false])
      expect(one.url).not.toContain(encodeURIComponent(config.client_secret))
      expect(one.url).not.toContain("+")
    })

    test("a user who declines returns without a code", async () => {
      world.setPerson(null)
      const begun = await port.begin(config, redirectUri)
      const parameters = await world.walk(begun.url)
      expect([parameters.get("code"), parameters.get("state")]).toEqual([null, begun.state])
      world.setPerson(bean)
      const denied = new URL(begun.url)
      denied.searchParams.set("deny", "")
      expect([(await world.walk(denied.href)).get("code"), (await world.walk(begun.url)).get("code")]).toEqual([null, expect.any(String)])
    })

    test("a code works once", async () => {
      const { answer } = await come()
      await port.identify(config, answer)
      await refused(answer, "expired")
    })

    test("an expired, forged, empty or endless code is rejected", async () => {
      const { answer } = await come()
      world.expireCodes()
      await refused(answer, "expired")
      await refused({ ...answer, code: "made-up" }, "expired")
      await refused({ ...answer, code: "x".repeat(3000) }, "expired")
      expect((await refusal(port.identify(config, { ...answer, code: "" }), [config.client_secret])).fault).toBe("expired")
    })

    if (subject.checksRedirect !== false) {
      test("another redirect address is rejected", async () => {
        const { answer } = await come()
        await refused({ ...answer, redirectUri: "https://evil.example.com/oauth/here" }, ["expired", "config"])
        await port.identify(config, answer)
      })
    }

    test("a wrong secret or client is rejected as a configuration error", async () => {
      const { answer } = await come()
      await refused(answer, "config", { ...config, client_secret: "another-secret-0123456789" })
      await refused(answer, "config", { ...config, client_id: "another-client" })
      const before = world.calls()
      expect((await refusal(port.identify({ ...config, client_secret: "" }, answer), [config.client_secret])).fault).toBe("config")
      expect((await refusal(port.begin({ ...config, client_id: "" }, redirectUri), [config.client_secret])).fault).toBe("config")
      expect(world.calls()).toBe(before)
    })

    if (subject.pkce) {
      test("a missing or wrong verifier is rejected [security: 10.2.1]", async () => {
        const { answer } = await come()
        const before = world.calls()
        await refused({ ...answer, verifier: undefined }, "expired")
        expect(world.calls()).toBe(before)
        await refused({ ...answer, verifier: (await port.begin(config, redirectUri)).verifier }, "expired")
        expect(world.calls()).toBeGreaterThan(before)
        await port.identify(config, answer)
      })
    }
  })
