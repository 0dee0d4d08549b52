import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createOauth } from "./create-oauth"
import type { OauthFault, OauthPort, OauthProviderConfig } from "./oauth.port"
import { attemptsOf, bean, oauthSuite, refusal, type OauthTraits, type OauthTestWorld } from "./oauth.suite"
import { type MockOauthProvider, startStandIn } from "./testing/provider.stand-in"
import type { Misbehaviour } from "./testing/stand-in-types"

type WireSubject = OauthTraits & { config: (standIn: MockOauthProvider) => Omit<OauthProviderConfig, "client_id" | "client_secret"> }

/** Follows the authorize address up to the redirect back to the site. */
export const walk = async (url: string): Promise<URLSearchParams> => {
  const response = await fetch(url, { redirect: "manual" })
  const location = response.headers.get("location")
  if (!location) throw new Error(`the authorize page says: ${response.status} ${await response.text()}`)
  expect(location.startsWith("https://wenku.example.com/oauth/here?from=%E7%99%BB%E5%BD%95&a=1&")).toBe(true)
  return new URL(location).searchParams
}

const portOf = (standIn: MockOauthProvider) => createOauth({ endpoints: standIn.endpoints, allowInsecure: true })
const worldOf = (standIn: MockOauthProvider, subject: WireSubject): OauthTestWorld => ({
  port: portOf(standIn),
  config: { ...standIn.client, ...subject.config(standIn) },
  setPerson: standIn.setPerson,
  walk,
  expireCodes: () => standIn.expireCodes(),
  calls: () => standIn.log.length,
  close: () => standIn.close(),
})

/** The tests of an adapter: the behaviour of every port, and what only a provider on the network can do wrong. */
export const oauthWireSuite = (subject: WireSubject) => {
  oauthSuite(subject, async () => worldOf(await startStandIn(), subject))

  describe(`${subject.name}, on the wire`, () => {
    let standIn: MockOauthProvider
    let port: OauthPort
    let config: OauthProviderConfig
    beforeAll(async () => {
      standIn = await startStandIn()
      config = worldOf(standIn, subject).config
    })
    afterAll(() => standIn.close())
    beforeEach(() => {
      standIn.setPerson(bean)
      standIn.misbehave(null)
      standIn.log.length = 0
      port = portOf(standIn)
    })
    const { come, refused } = attemptsOf(() => ({ port, config, walk }))

    test("a login makes no request that the provider refuses", async () => {
      const { answer } = await come()
      await port.identify(config, answer)
      expect(standIn.log.every(({ status }) => status < 400)).toBe(true)
    })

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
}
