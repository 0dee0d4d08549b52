import { createRequire } from "node:module"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { z } from "zod"
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import type { Call } from "../../lib/contract/area"
import { contract, keys } from "../../lib/contract/contract"
import { settingGroups } from "../../lib/contract/site/settings.groups"
import { sanitizeHtmlOf } from "../../server/ports/sanitizer/allowed-html"
import { createThreadSanitizer, type Stopped } from "../../server/ports/sanitizer/thread.sanitizer"
import { hostileHtml, slowHtml } from "../../server/ports/sanitizer/testing/hostile-html"
import { threadScript } from "../setup/thread-script"
import { testApp, type TestUser, type TestApp } from "../setup/test-app"
import { patience } from "../setup/patience"

const { Parser } = createRequire(createRequire(import.meta.url).resolve("sanitize-html"))("htmlparser2") as {
  Parser: { prototype: { write(html: string): void } }
}
const parsers = { calls: 0 }
/**
 * The worker threads load their own packages: parsing here, on the thread that serves users, fails. Replaces a method and no module: the
 * modules of this process belong to other test files too.
 */
beforeEach(() => {
  parsers.calls = 0
  vi.spyOn(Parser.prototype, "write").mockImplementation(() => {
    parsers.calls++
    throw new Error("HTML is parsed on the thread that serves people")
  })
})

test("this file notices HTML that is parsed on the thread that serves users", () => {
  expect(() => sanitizeHtmlOf("article", "<p>好</p>")).toThrow("HTML is parsed")
  expect(parsers.calls).toBe(1)
})

let app: TestApp
let admin: TestUser
let article = 0
let ad = 0
const stopped: Stopped[] = []

/**
 * How long a thread may take for a text (ms); text from a user has three seconds. `patient` is enough for a harmless text on a busy machine;
 * `brief` keeps the tests fast; with `hasty` even a warm, fast thread does not finish the slow texts.
 */
const limits = { patient: 250, brief: 80, hasty: 30 }
let limit: keyof typeof limits = "patient"

beforeAll(async () => {
  const threads = { script: await threadScript("server/ports/sanitizer/html.worker.ts"), onStopped: (one: Stopped) => stopped.push(one) }
  const sanitizerOf = (timeoutMs: number) => createThreadSanitizer({ ...threads, timeoutMs })
  const sanitizers = { patient: sanitizerOf(limits.patient), brief: sanitizerOf(limits.brief), hasty: sanitizerOf(limits.hasty) }
  app = await testApp({
    sanitizer: {
      sanitize: (...text) => sanitizers[limit].sanitize(...text),
      close: async () => void (await Promise.all(Object.values(sanitizers).map((one) => one.close()))),
    },
  })
  admin = await app.admin()
  const made = await app.call("POST /article", { title: "文章", content: "<p>好</p>" }, admin)
  const placed = await app.call("POST /advertisement", { position: "global_top", title: "广告", content: "<p>好</p>" }, admin)
  if (!made.ok || !placed.ok) throw new Error("no article or no advertisement")
  ;[article, ad] = [made.data.id, placed.data.id]
  // wait until both threads have started
  await Promise.all(["a", "b"].map((owner) => sanitizers.patient.sanitize("article", "<p>好</p>", owner)))
})

/** Far below what one of the texts cost when the main thread parsed it (minutes), far above the pauses of a busy machine. */
const maxSilenceMs = 2_000 * patience

/** Returns the longest time (ms) during which the process was blocked while `work` ran. */
const longestSilence = async (work: () => Promise<unknown>): Promise<number> => {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  await work()
  delays.disable()
  return delays.max / 1e6
}

const htmlSettings = Object.entries(settingGroups).flatMap(([category, settings]) =>
  Object.entries(settings).flatMap(([name, { kind }]) => (kind === "html" ? [{ category, name }] : [])),
)

/** The maximum lengths that the calls accept. */
const [maxAd, maxSetting] = [100_000, 100_000]

/** Every call that accepts HTML, with that HTML as part of its input. */
const htmlCalls: [name: string, call: (html: string) => ReturnType<TestApp["call"]>][] = [
  ["POST /article", (content) => app.call("POST /article", { title: "文章", content }, admin)],
  ["PUT /article", (content) => app.call("PUT /article", { id: article, content }, admin)],
  [
    "POST /advertisement",
    (html) => app.call("POST /advertisement", { position: "global_top", title: "广告", content: html.slice(0, maxAd) }, admin),
  ],
  ["PUT /advertisement", (html) => app.call("PUT /advertisement", { id: ad, content: html.slice(0, maxAd) }, admin)],
  ...htmlSettings.map(({ category, name }): [string, (html: string) => ReturnType<TestApp["call"]>] => [
    `PUT /config ${category}.${name}`,
    (html) => app.call("PUT /config", { config: [{ category, name, value: html.slice(0, maxSetting) }] }, admin),
  ]),
]

describe.each(htmlCalls)("%s [security: parse-freeze, 15.2.2]", (_, call) => {
  beforeAll(() => void (limit = "brief"))
  afterAll(() => void (limit = "patient"))
  test.each(Object.entries(hostileHtml))("%s", async (_, html) => {
    const silence = await longestSilence(async () => {
      const reply = await call(html)
      if (!reply.ok) expect({ status: reply.status, message: reply.message }).toMatchObject({ status: 400, message: /[\u4e00-\u9fff]/ })
    })
    expect(silence).toBeLessThan(maxSilenceMs)
    expect(parsers.calls).toBe(0)
  })
})

test("harmless-looking texts are parsed in a thread, stopped there and reported [security: parse-freeze]", async () => {
  limit = "hasty"
  onTestFinished(() => void (limit = "patient"))
  for (const html of Object.values(slowHtml)) {
    stopped.length = 0
    expect(await app.call("POST /article", { title: "文章", content: html }, admin)).toMatchObject({
      ok: false,
      status: 400,
      message: "内容过于复杂，请减少嵌套和格式后再试",
    })
    expect(stopped).toMatchObject([{ kind: "article", letters: html.length }])
    expect(stopped[0]!.thread).toBeGreaterThan(0)
    expect(stopped[0]!.ms).toBeGreaterThanOrEqual(limits.hasty - 10)
  }
})

test("while the texts of one user are stopped one after the other, the article of another user is processed [security: parse-freeze]", async () => {
  const html = slowHtml["entities and what only looks like them"]!
  const reader = await app.person()
  let ended = 0
  const nasty = Array.from({ length: 4 }, () => app.call("POST /article", { title: "慢", content: html }, admin).finally(() => ended++))
  expect(await app.call("PUT /article", { id: article, content: "<p>又改</p>" }, reader)).toMatchObject({ status: 403 })
  expect((await app.sanitizer.sanitize("article", "<p>快</p>", `u${reader.id}`)).html).toBe("<p>快</p>")
  // each of them takes its full time; the other user waited for none of them, at most for a new thread to start
  expect(ended).toBeLessThan(nasty.length)
  for (const reply of await Promise.all(nasty)) expect(reply).toMatchObject({ ok: false, message: "内容过于复杂，请减少嵌套和格式后再试" })
})

/** Texts that are slow for patterns which scan a position more than once; the largest text that a call reads is four megabytes. */
const hostileText: Record<string, string> = {
  "blanks before the end": `x${" ".repeat(3_900_000)}x`,
  "line breaks": "\n\r".repeat(1_900_000),
  "open brackets": "<".repeat(3_900_000),
  "slashes and dots": "/../".repeat(900_000),
  "letters of an address": `${"a@".repeat(1_900_000)}!`,
  digits: "1".repeat(3_900_000),
  "characters in two parts": "😀".repeat(950_000),
  "marks on one letter": `e${"\u0301".repeat(1_900_000)}`,
}
const written = keys.filter((key) => /^(POST|PUT) /.test(key) && key !== "POST /user/login")
const fieldsOf = (key: (typeof keys)[number]): string[] => {
  const { input } = contract[key] as Call
  return input instanceof z.ZodObject ? Object.keys(input.shape) : []
}

describe("every call that writes, with each text in each of its fields [security: 15.2.2]", () => {
  test.each(Object.entries(hostileText))("%s", async (_, text) => {
    for (const key of written) {
      const fields = fieldsOf(key)
      for (const input of [
        Object.fromEntries(fields.map((name) => [name, text])),
        Object.fromEntries(fields.map((name) => [name, [text]])),
      ]) {
        let status = 0
        const silence = await longestSilence(async () => {
          const reply = await app.dispatch(key, input, { id: "t", ip: "203.0.113.9", user_agent: "", token: admin.token })
          status = reply.ok ? 200 : reply.status
        })
        expect({ key, fails: status >= 500, slow: silence > 700 && silence }).toEqual({ key, fails: false, slow: false })
      }
    }
  })
})
