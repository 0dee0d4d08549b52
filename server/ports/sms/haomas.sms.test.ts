import { describe, expect, test } from "vitest"
import { haomasSms } from "./haomas.sms"
import { failureOf, message } from "./sms.suite"
import { settingsAt } from "./testing/provider-settings"

const settings = (overrides: Record<string, string>) =>
  ({ ...settingsAt("smsHaomas", "https://sms.example.com/send"), ...overrides }) as Parameters<typeof haomasSms.request>[0]
const signing = { now: new Date(0), nonce: "n" }
const request = (overrides: Record<string, string>) => haomasSms.request(settings(overrides), message, signing)
const refused = (overrides: Record<string, string>) => failureOf((async () => request(overrides))())
const nasty = `a"b\\c&d=e<f>{code}'`

describe("浩信: a request defined by its settings", () => {
  test("values are encoded for the content type, and never become part of the template [security: 1.3.7]", () => {
    const json = JSON.parse(request({ account: nasty }).body!) as { account: string; content: string }
    expect(json.account).toBe(nasty)
    expect(json.content).toBe("你的验证码是 369751，5 分钟内有效。")

    const form = request({
      account: nasty,
      content_type: "application/x-www-form-urlencoded",
      body: "user={account}&to={mobile}&text=code {code}",
    })
    expect(form.headers["content-type"]).toBe("application/x-www-form-urlencoded;charset=UTF-8")
    expect([...new URLSearchParams(form.body)]).toEqual([
      ["user", nasty],
      ["to", "13800138000"],
      ["text", "code 369751"],
    ])

    const xml = request({ account: nasty, content_type: "application/xml", body: "<sms><user>{account}</user><code>{code}</code></sms>" })
    expect(xml.body).toBe("<sms><user>a&quot;b\\c&amp;d=e&lt;f&gt;{code}&apos;</user><code>369751</code></sms>")
  })

  test("a GET carries everything in its address and has no body", () => {
    const get = request({
      method: "GET",
      account: nasty,
      url: "https://sms.example.com/send?u={account}&m={mobile}&c={code}&t={minutes}&x={unknown}",
    })
    expect(get.method).toBe("GET")
    expect(get.body).toBeUndefined()
    expect(Object.fromEntries(new URL(get.url).searchParams)).toEqual({ u: nasty, m: "13800138000", c: "369751", t: "5", x: "{unknown}" })
  })

  test("a value cannot lead to another host [security: checked-is-fetched]", () => {
    expect(new URL(request({ url: "https://sms.example.com/{account}", account: "../@evil.example/" }).url).host).toBe("sms.example.com")
  })

  test("invalid settings are reported before anything is sent", async () => {
    expect((await refused({ body: "{account" })).message).toBe("短信配置里的内容模板不是正确的 JSON")
    expect((await refused({ content_type: "text/plain" })).message).toBe("短信配置里的内容类型不受支持")
  })

  test("the success mark is a text or a value of the JSON, and counts only with a successful status", () => {
    const refusal = (success: string, text: string, status = 200) => haomasSms.refusal({ status, text }, settings({ success }))
    expect(refusal("success", '{"status":"success"}')).toBeNull()
    expect(refusal("$.code=0", '{"code":0}')).toBeNull()
    expect(refusal("$.data.0.status=ok", '{"data":[{"status":"ok"}]}')).toBeNull()
    for (const text of ['{"code":10}', '{"code":{"x":0}}', "{}", "0", "$.code=0 ", "[", '{"__proto__":0}'])
      expect(refusal("$.code=0", text), text).toBe(text.trim())
    expect(refusal("$.constructor.name=Object", "{}")).toBe("{}")
    // an expression is a text like any other, so a slow one costs nothing
    expect(refusal("/(a+)+$/", `${"a".repeat(50)}!`)).toBe(`${"a".repeat(50)}!`)
    expect(refusal("success", "余额不足")).toBe("余额不足")
    expect(refusal("success", "success", 500)).toBe("success")
    expect(refusal("success", "", 500)).toBe("HTTP 500")
  })
})
