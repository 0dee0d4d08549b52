import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createOauth } from "./create-oauth"
import {
  type OauthRedirect,
  type Begun,
  type Identity,
  type OauthProviderConfig,
  OauthError,
  type OauthFault,
  type OauthPort,
} from "./oauth.port"
import { type MockOauthProvider, startStandIn } from "./testing/provider.stand-in"
import type { Misbehaviour, ProviderPerson } from "./testing/stand-in-types"

/**
 * The adapter under test. `checksRedirect`: the token call compares the redirect address. `expected`: the default user as this provider
 * reports it.
 */
export type OauthTestSubject = {
  name: string
  config(standIn: MockOauthProvider): Omit<OauthProviderConfig, "client_id" | "client_secret">
  pkce?: boolean
  oidc?: boolean
  checksRedirect?: boolean
  expected: Partial<Identity>
}

const redirectUri = "https://wenku.example.com/oauth/here?from=登录&a=1"
const bean: ProviderPerson = {
  id: "10086",
  unionid: "union-10086",
  nickname: "小豆",
  avatar: "https://img.example.com/bean.png",
  email: "bean@example.com",
  email_verified: true,
}

/** Follows the authorize address up to the redirect back to the site. */
export const walk = async (url: string): Promise<URLSearchParams> => {
  const response = await fetch(url, { redirect: "manual" })
  const location = response.headers.get("location")
  if (!location) throw new Error(`the authorize page says: ${response.status} ${await response.text()}`)
  expect(location.startsWith("https://wenku.example.com/oauth/here?from=%E7%99%BB%E5%BD%95&a=1&")).toBe(true)
  return new URL(location).searchParams
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

/** The test suite that every adapter must pass. */
export const oauthSuite = (subject: OauthTestSubject) =>
  describe(subject.name, () => {
    let standIn: MockOauthProvider
    let port: OauthPort
    let config: OauthProviderConfig
    beforeAll(async () => {
      standIn = await startStandIn()
      config = { ...standIn.client, ...subject.config(standIn) }
    })
    afterAll(() => standIn.close())
    beforeEach(() => {
      standIn.setPerson(bean)
      standIn.misbehave(null)
      standIn.log.length = 0
      port = createOauth({ endpoints: standIn.endpoints, allowInsecure: true })
    })

    const come = async (): Promise<{ begun: Begun; answer: OauthRedirect }> => {
      const begun = await port.begin(config, redirectUri)
      const parameters = await walk(begun.url)
      expect(parameters.get("state")).toBe(begun.state)
      return { begun, answer: { code: parameters.get("code") ?? "", redirectUri, verifier: begun.verifier, nonce: begun.nonce } }
    }
    const refused = async (
      answer: OauthRedirect,
      fault: OauthFault | OauthFault[],
      with_: OauthProviderConfig = config,
      by: OauthPort = port,
    ) => {
      const error = await refusal(by.identify(with_, answer), [
        with_.client_secret,
        config.client_secret,
        answer.code,
        ...(answer.verifier ? [answer.verifier] : []),
      ])
      expect([fault].flat()).toContain(error.fault)
      return error
    }

    test("the complete authorization yields the identity", async () => {
      const { answer } = await come()
      const identity = await port.identify(config, answer)
      expect(identity).toMatchObject({ nickname: "小豆", avatar: bean.avatar, ...subject.expected })
      const allowed = ["openid", "unionid", "app_openid", "nickname", "avatar", "email", "email_verified"]
      expect(Object.keys(identity).filter((key) => !allowed.includes(key))).toEqual([])
      expect(standIn.log.every(({ status }) => status < 400)).toBe(true)
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
      standIn.setPerson(null)
      const begun = await port.begin(config, redirectUri)
      const parameters = await walk(begun.url)
      expect([parameters.get("code"), parameters.get("state")]).toEqual([null, begun.state])
      standIn.setPerson(bean)
      const denied = new URL(begun.url)
      denied.searchParams.set("deny", "")
      expect([(await walk(denied.href)).get("code"), (await walk(begun.url)).get("code")]).toEqual([null, expect.any(String)])
    })

    test("a code works once", async () => {
      const { answer } = await come()
      await port.identify(config, answer)
      await refused(answer, "expired")
    })

    test("an expired, forged, empty or endless code is rejected", async () => {
      const { answer } = await come()
      standIn.expireCodes()
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
      const before = standIn.log.length
      expect((await refusal(port.identify({ ...config, client_secret: "" }, answer), [config.client_secret])).fault).toBe("config")
      expect((await refusal(port.begin({ ...config, client_id: "" }, redirectUri), [config.client_secret])).fault).toBe("config")
      expect(standIn.log.length).toBe(before)
    })

    if (subject.pkce) {
      test("a missing or wrong verifier is rejected [security: 10.2.1]", async () => {
        const { answer } = await come()
        await refused({ ...answer, verifier: undefined }, "expired")
        await refused({ ...answer, verifier: (await port.begin(config, redirectUri)).verifier }, "expired")
        expect(standIn.log.filter(({ endpoint }) => endpoint === "token").length).toBe(1)
        await port.identify(config, answer)
      })
    }

    if (subject.oidc) {
      test.each(["signature", "nonce", "audience", "issuer", "expired", "missing", "unsigned", "subject"] as const)(
        "an id_token with a wrong %s is rejected [security: 6.8.2, 10.5.4, 10.5.2, 11.6.1]",
        async (how) => {
          const { answer } = await come()
          standIn.misbehave({ at: "id_token", how })
          await refused(answer, "unproven")
        },
      )
      test("a missing nonce, or one of another login, is rejected [security: 10.5.1]", async () => {
        await refused({ ...(await come()).answer, nonce: "another" }, "unproven")
        await refused({ ...(await come()).answer, nonce: undefined }, "expired")
      })
      test("unavailable keys are the provider's error", async () => {
        const { answer } = await come()
        standIn.misbehave({ at: "jwks", how: "garbage" })
        await refused(answer, "unavailable")
      })
    }

    const cases: [how: Exclude<Misbehaviour, { at: "id_token" }>["how"], fault: OauthFault[], detail: RegExp][] = [
      ["500", ["unavailable"], /^http 500$/],
      ["garbage", ["unavailable"], /^(unreadable answer|not an object)$/],
      ["hang", ["unavailable"], /^timeout$/],
      ["stall", ["unavailable"], /^timeout$/],
      ["flood", ["unavailable"], /^answer too large$/],
      ["redirect", ["config"], /^http 302$/],
      ["echo", ["unavailable", "config", "unproven"], /^(http 400|code unknown|unreadable answer|answer refused)$/],
    ]
    describe.each(["token", "userinfo"] as const)("a provider that fails at its %s endpoint", (at) => {
      test.each(cases)("%s", async (how, fault, detail) => {
        const { answer } = await come()
        standIn.misbehave({ at, how })
        const impatient = createOauth({ endpoints: standIn.endpoints, allowInsecure: true, timeout: 60 })
        const began = Date.now()
        const error = await refused(answer, fault, config, how === "hang" || how === "stall" ? impatient : port)
        expect(error.detail).toMatch(detail)
        expect(Date.now() - began).toBeLessThan(9000)
        standIn.misbehave(null)
        await port.identify(config, (await come()).answer)
      })
    })

    test("an unreachable provider", async () => {
      const { answer } = await come()
      const broken = createOauth({
        endpoints: standIn.endpoints,
        allowInsecure: true,
        fetch: () => Promise.reject(new Error(`connect to ${config.client_secret} failed`)),
      })
      expect((await refusal(broken.identify(config, answer), [config.client_secret])).fault).toBe("unavailable")
    })
  })
