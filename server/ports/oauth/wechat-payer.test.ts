import { afterAll, beforeAll, expect, test } from "vitest"
import { createOauth } from "./create-oauth"
import { oauthTypes } from "./oauth.port"
import { type MockOauthProvider, startStandIn } from "./testing/provider.stand-in"

let standIn: MockOauthProvider
beforeAll(async () => {
  standIn = await startStandIn()
  standIn.setPerson({ id: "10086", nickname: "小豆", avatar: "" })
})
afterAll(() => standIn.close())

const payer = () => createOauth({ endpoints: standIn.endpoints, allowInsecure: true, timeout: 300 })
const codeOf = async (): Promise<string> => {
  const parameters = { appid: standIn.client.client_id, redirect_uri: "https://doujia.example.com/order", response_type: "code" }
  const query = new URLSearchParams({ ...parameters, scope: "snsapi_base", state: "s".repeat(32) })
  const reply = await fetch(`${standIn.endpoints[oauthTypes.officialaccount]!.authorize}?${query.toString()}`, { redirect: "manual" })
  return new URL(reply.headers.get("location")!).searchParams.get("code")!
}

test("a silent code identifies the payer, once, without reading the profile", async () => {
  const code = await codeOf()
  standIn.log.length = 0
  expect(await payer().payerOf(standIn.client, code)).toBe("officialaccount-openid-10086")
  expect(standIn.log.map(({ endpoint }) => endpoint)).toEqual(["token"])
  await expect(payer().payerOf(standIn.client, code)).rejects.toMatchObject({ fault: "expired" })
})

test.each(["", "x".repeat(513), "unknown"])("an invalid code counts as expired", async (code) => {
  await expect(payer().payerOf(standIn.client, code)).rejects.toMatchObject({ fault: "expired" })
})

test("a wrong secret is a settings error; no response means unavailable", async () => {
  const code = await codeOf()
  await expect(payer().payerOf({ ...standIn.client, client_secret: "x" }, code)).rejects.toMatchObject({ fault: "config" })
  standIn.misbehave({ at: "token", how: "500" })
  await expect(payer().payerOf(standIn.client, code)).rejects.toMatchObject({ fault: "unavailable" })
  standIn.misbehave(null)
})
