import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { smsProviders, smsSettings } from "../../../lib/contract/people/sms.providers"
import { aliyunSms } from "./aliyun.sms"
import { baiduSms } from "./baidu.sms"
import { createSms } from "./create-sms"
import { haomasSms } from "./haomas.sms"
import { huaweiSms } from "./huawei.sms"
import { memorySms } from "./memory.sms"
import type { AnyAdapter } from "./adapter"
import type { SmsProvider } from "./sms.port"
import { failureOf, message, smsSuite } from "./sms.suite"
import { tencentSms } from "./tencent.sms"
import { settingsAt } from "./testing/provider-settings"
import { account, standIns } from "./testing/provider.stand-in"
import { standInServer } from "./testing/stand-in-server"

const adapters: Record<SmsProvider, AnyAdapter> = {
  smsAliyun: aliyunSms,
  smsTencent: tencentSms,
  smsBaidu: baiduSms,
  smsHuawei: huaweiSms,
  smsHaomas: haomasSms,
}
const providers = Object.keys(smsProviders) as SmsProvider[]
const timeoutMs = 400

smsSuite("memory sms", async () => {
  const sms = memorySms()
  return {
    sms,
    provider: "smsAliyun",
    settings: settingsAt("smsAliyun", "http://127.0.0.1:1"),
    secret: account.secret,
    behave: sms.behave,
    received: () => sms.sent,
    close: async () => undefined,
  }
})

for (const provider of providers)
  smsSuite(provider, async () => {
    const server = await standInServer(standIns[provider])
    return {
      sms: createSms(fetch, { timeoutMs }),
      provider,
      settings: settingsAt(provider, server.address),
      secret: account.secret,
      behave: server.behave,
      received: () => server.taken,
      close: server.close,
    }
  })

describe.each(providers)("%s", (provider) => {
  let server: Awaited<ReturnType<typeof standInServer>>
  beforeEach(async () => {
    server = await standInServer(standIns[provider])
  })
  afterEach(() => server.close())
  const sms = createSms(fetch, { timeoutMs })
  const settings = () => settingsAt(provider, server.address)

  test("the adapter uses exactly the settings that staff see, by the same names", () => {
    const { fields, secrets } = adapters[provider]
    const entries = Object.entries(smsSettings[provider]) as [string, { label: string; kind: string }][]
    expect(Object.keys(fields).sort()).toEqual(entries.map(([name]) => name).sort())
    for (const [name, { label }] of entries) if (fields[name]) expect(fields[name]).toBe(label)
    expect([...secrets].sort()).toEqual(entries.flatMap(([name, { kind }]) => (kind === "password" ? [name] : [])).sort())
  })

  test("a redirect is not followed [security: 15.3.2]", async () => {
    await server.behave({ kind: "redirect" })
    expect((await failureOf(sms.send(provider, settings(), message))).message).toBe(
      "短信平台没有接受：接口要求转到别的地址（HTTP 302），没有跟过去",
    )
    expect(server.raws).toHaveLength(1)
  })

  test("at most 64 KB of an endless response are read [security: 16.5.2]", async () => {
    await server.behave({ kind: "flood" })
    const { length } = await sms.send(provider, settings(), message).then(
      ({ response }) => response,
      (error: { response: string }) => error.response,
    )
    expect(length).toBeGreaterThan(60_000)
    expect(length).toBeLessThanOrEqual(64 * 1024)
  })

  test("a response that starts and never ends times out", async () => {
    await server.behave({ kind: "drip" })
    const impatient = createSms(fetch, { timeoutMs: 100 })
    expect((await failureOf(impatient.send(provider, settings(), message))).message).toMatch(/秒内没有答复/)
  })

  test("a send that is aborted while waiting ends at once", async () => {
    await server.behave({ kind: "silence" })
    const stopping = new AbortController()
    const sending = failureOf(createSms().send(provider, settings(), message, stopping.signal))
    await vi.waitFor(() => expect(server.raws).toHaveLength(1))
    stopping.abort()
    expect((await sending).message).toBe("发送已取消")
  })

  test("an empty setting is named in the error, and nothing is sent", async () => {
    for (const [name, label] of Object.entries(adapters[provider].fields)) {
      if (!label) continue
      expect((await failureOf(sms.send(provider, { ...settings(), [name]: " " }, message))).message).toBe(
        `短信配置不完整，还没有填写“${label}”`,
      )
    }
    expect(server.raws).toEqual([])
  })

  test("an invalid address is named", async () => {
    for (const address of ["http://", "ftp://example.com", "https://a:b@example.com"])
      expect((await failureOf(sms.send(provider, settingsAt(provider, address), message))).message).toMatch(/^短信配置里的接口地址/)
  })

  test("another secret is rejected by the provider: the signature is verified", async () => {
    const [secret] = adapters[provider].secrets
    await failureOf(sms.send(provider, { ...settings(), [secret!]: `${account.secret}x` }, message))
    expect(server.raws).toHaveLength(1)
    expect(server.taken).toEqual([])
  })
})

describe.each(["smsAliyun", "smsTencent", "smsBaidu", "smsHuawei"] as const)("%s", (provider) => {
  test("each purpose has its own template; a missing one is named", async () => {
    const server = await standInServer(standIns[provider])
    const sms = createSms(fetch, { timeoutMs })
    for (const type of [0, 1, 2] as const) await sms.send(provider, settingsAt(provider, server.address), { ...message, type })
    expect(server.taken.map(({ template }) => template)).toEqual(["T-register", "T-login", "T-find"])
    const error = await failureOf(
      sms.send(provider, { ...settingsAt(provider, server.address), template_login: "" }, { ...message, type: 1 }),
    )
    expect(error.message).toBe("短信配置不完整，还没有填写“登录短信模板”")
    await server.close()
  })

  test("a key that fits into no header is rejected without being shown", async () => {
    const key = "密钥\r\nX-Evil: 1"
    const name = { smsAliyun: "access_key_id", smsTencent: "secret_id", smsBaidu: "access_key_id", smsHuawei: "app_key" }[provider]
    const error = await failureOf(createSms().send(provider, { ...settingsAt(provider, "http://127.0.0.1:1"), [name]: key }, message))
    expect(error.message).toBe("短信配置里有不能放进请求头的字符，请检查账号和密钥")
  })
})

test("a failure of a single number counts although the request succeeded", () => {
  const settings = (provider: SmsProvider) => settingsAt(provider, "http://127.0.0.1:1")
  const refusal = (provider: SmsProvider, body: unknown) =>
    adapters[provider].refusal({ status: 200, text: JSON.stringify(body) }, settings(provider))
  expect(
    refusal("smsTencent", { Response: { SendStatusSet: [{ Code: "LimitExceeded.PhoneNumberDailyLimit", Message: "daily limit" }] } }),
  ).toBe("LimitExceeded.PhoneNumberDailyLimit daily limit")
  expect(refusal("smsBaidu", { code: "1000", message: "成功", data: [{ code: "1004", message: "黑名单" }] })).toBe("1004 黑名单")
  expect(refusal("smsHuawei", { code: "000000", description: "Success", result: [{ status: "E200028" }] })).toContain("E200028")
  for (const provider of providers) expect(adapters[provider].refusal({ status: 502, text: "<html>" }, settings(provider))).toBeTruthy()
})
