import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { beforeAll, describe, expect, test } from "vitest"
import { createEventParser } from "@/lib/api/event-stream"
import { ConvertedSample } from "@/lib/contract/operations/trial"
import { createCtx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { createFakeConverter } from "@/server/ports/converter/fake.converter"
import { ConversionError, type ConverterPort } from "@/server/ports/converter/converter.port"
import { directAnalyser } from "@/server/ports/search/direct-analyser"
import { WebError } from "@/server/ports/web/web.port"
import { createOpenSearch } from "@/server/ports/search/opensearch.search"
import { openSearchStandIn } from "@/server/ports/search/testing/opensearch.stand-in"
import { switchOnSms } from "../../setup/accounts"
import { closeAtTheEnd } from "../../setup/opened"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestUser, type TestApp } from "../../setup/test-app"

/* The test buttons of the settings. */

let app: TestApp
let admin: TestUser
let engine: Awaited<ReturnType<typeof openSearchStandIn>>
let refuses = false
const fake = createFakeConverter({ pages: 2 })
/** While it is set, conversions wait for it. */
let pause: Promise<void> | undefined
async function* afterPause<T>(events: AsyncIterable<T>): AsyncGenerator<T> {
  await pause
  yield* events
}
/** Converts text, but nothing that needs LibreOffice once it "is not installed". */
const converter: ConverterPort = {
  ...fake,
  inspect: (file, ext) => fake.inspect(file, ext),
  capabilities: () => fake.capabilities(),
  close: () => fake.close(),
  convert: (input) => {
    if (refuses && input.ext === ".rtf") throw new ConversionError("need_office")
    return afterPause(fake.convert(input))
  },
}

beforeAll(async () => {
  engine = await openSearchStandIn()
  closeAtTheEnd(() => engine.close())
  app = await testApp({ converter, search: createOpenSearch({ url: engine.url, alias: "library", analyser: directAnalyser() }) })
  await app.startWorkers(1)
  admin = await app.admin()
})

describe("a test message", () => {
  const send = (mobile: string, as = admin) => app.call("POST /config/sms/test", { mobile }, as)

  test("goes through the saved platform, with a code that is not valid", async () => {
    expect(await send("13800000000")).toMatchObject({ ok: false, status: 400, message: "还没有选择短信服务商，请选好并保存后再试" })
    await switchOnSms(app)
    expect(await send("13800000000")).toEqual({ ok: true, status: 200, data: {} })
    expect(app.sms.sent).toEqual([{ mobile: "13800000000", code: "123456", minutes: 10, type: 1, provider: "smsHaomas" }])
    expect(await app.call("POST /user/login/mobile", { mobile: "13800000000", code: "123456" })).toMatchObject({ ok: false })
  })

  test("errors of the platform are returned as readable messages", async () => {
    app.sms.behave({ kind: "refuse", text: "签名不存在" })
    expect(await send("13800000000")).toMatchObject({ ok: false, status: 400, message: "短信平台没有接受：签名不存在" })
    app.sms.behave({ kind: "accept" })
    expect(await send("123")).toMatchObject({ ok: false, status: 400, message: "请输入正确的手机号码" })
  })
})

describe("a sample conversion", () => {
  /** Begins a trial; `events` waits for its results. */
  const begin = async (as: TestUser) => {
    const all: (ConvertedSample & { user_id: number })[] = []
    app.events.on("sample", (sample) => void all.push(sample))
    const reply = await app.call("POST /config/converter/test", {}, as)
    if (!reply.ok) throw new Error(reply.message)
    const samples = () => all.filter(({ trial }) => trial === reply.data.trial)
    return { events: () => until(async () => samples().at(-1)?.left === 0 && samples()) }
  }
  const samplesOf = async (as: TestUser) => (await begin(as)).events()

  test("reports the result of each sample as an event, and the reason for a failure; nothing is left behind", async () => {
    expect(await samplesOf(admin)).toMatchObject([
      { name: "样例.txt", engine: "文本", pages: 2, error: "", left: 1, user_id: admin.id },
      { name: "样例.rtf", pages: 2, error: "", left: 0 },
    ])
    refuses = true
    const samples = await samplesOf(admin)
    refuses = false
    expect(samples).toMatchObject([
      { error: "" },
      { name: "样例.rtf", pages: 0, error: "服务器未安装 LibreOffice，暂不能预览 Office 文档" },
    ])
    expect(await readdir(join(app.dataDir, "tmp", "convert"))).toEqual([])
  })

  test("is answered before the conversion begins", async () => {
    let finish = (): void => undefined
    pause = new Promise((done) => (finish = done))
    const trial = await begin(admin)
    finish()
    pause = undefined
    expect(await trial.events()).toHaveLength(2)
  })

  test("of another user is not in the stream, and each event matches its schema", async () => {
    const base = await siteOf(app)
    const other = await staffWith(app, "ConfigAPI/TestConverter")
    const stop = new AbortController()
    const stream = await fetch(`${base}/api/v1/document/progress`, {
      headers: { authorization: `Bearer ${admin.token}` },
      signal: stop.signal,
    })
    await samplesOf(other)
    await samplesOf(admin)
    const events: { event: string; data: string }[] = []
    const parse = createEventParser()
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      events.push(...parse(chunk).filter(({ event }) => event === "sample"))
      if (events.length >= 2) break
    }
    stop.abort()
    const samples = events.map(({ data }) => ConvertedSample.strict().parse(JSON.parse(data)))
    expect(samples.map(({ left }) => left)).toEqual([1, 0])
    expect(new Set(samples.map(({ trial }) => trial)).size).toBe(1)
  })
})

describe("a check of the search engine", () => {
  const check = () => app.call("GET /config/search/test", {}, admin)

  test("reports what it holds, and whether it gives no response or an error", async () => {
    engine.lose()
    expect(await check()).toMatchObject({ ok: true, data: { engine: "OpenSearch", error: expect.stringContaining("还不全") } })
    expect(await app.call("PUT /renew/document/index", {}, admin)).toMatchObject({ ok: true })
    await until(async () => (await app.search.condition()).complete)
    expect(await check()).toMatchObject({ ok: true, data: { engine: "OpenSearch", error: "", waiting: 0, settled: true } })
    engine.answerLike("closed")
    expect(await check()).toMatchObject({
      ok: true,
      data: { engine: "OpenSearch", entries: 0, error: expect.stringMatching(/回答了错误 \d+|没有回应/) },
    })
    engine.answerLike("normal")
    // calls are refused for some seconds after several were not answered
    await until(async () => {
      const reply = await check()
      return reply.ok && reply.data.error === ""
    })
  })
})

test("each requires its own permission [security: 8.2.1]", async () => {
  const clerk = await staffWith(app, "ConfigAPI/TestSearch")
  await saveSettings(createCtx(app), "sms", { sms_provider: "" })
  expect(await app.call("GET /config/search/test", {}, clerk)).toMatchObject({ ok: true })
  expect(await app.call("POST /config/converter/test", {}, clerk)).toMatchObject({ ok: false, status: 403 })
  expect(await app.call("POST /config/sms/test", { mobile: "13800000000" }, clerk)).toMatchObject({ ok: false, status: 403 })
})

describe("the site address", () => {
  const check = () => app.call("GET /config/domain/test", {}, admin)
  const answer = async (answers: (url: string) => string | WebError) => {
    app.web.read = async (url) => {
      const said = answers(url)
      if (said instanceof WebError) throw said
      return { url, type: "application/json", disposition: "", body: Buffer.from(said) }
    }
    return check()
  }

  test("is checked for this very site, and any other response is reported", async () => {
    const { read } = app.web
    await saveSettings(createCtx(app), "system", { domain: "" })
    expect(await check()).toMatchObject({ ok: false, status: 400, message: "还没有填写网站域名，请填好并保存后再试" })
    await saveSettings(createCtx(app), "system", { domain: "doc.example.cn" })
    const address = "https://doc.example.cn"
    const urls: string[] = []
    const here = (url: string) => (urls.push(url), JSON.stringify({ system: { domain: "https://doc.example.cn/" } }))
    expect(await answer(here)).toMatchObject({ ok: true, data: { address, error: "" } })
    expect(urls).toEqual([`${address}/api/v1/settings`])
    for (const other of ["<html>", "{}", JSON.stringify({ system: { domain: "https://else.cn" } })])
      expect(await answer(() => other)).toMatchObject({ ok: true, data: { error: "那里回答的不是这个网站" } })
    expect(await answer(() => new WebError("unavailable", { status: 502 }))).toMatchObject({ data: { error: "那里回答了错误 502" } })
    expect(await answer(() => new WebError("unavailable"))).toMatchObject({ data: { error: expect.stringContaining("没有回应") } })
    app.web.read = read
  })

  test("is not requested inside the network", async () => {
    await saveSettings(createCtx(app), "system", { domain: "http://127.0.0.1" })
    expect(await check()).toMatchObject({ ok: true, data: { address: "http://127.0.0.1", error: expect.stringContaining("内网") } })
  })
})
