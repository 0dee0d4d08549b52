import { expect, test } from "vitest"
import { errorText } from "./error-text"

const broken = "这一页没有运行起来，请重新加载；仍然不行时，换一个新版的浏览器打开。"
const offline = "网络没有连上，请检查网络后重新加载。"

test.each([
  ["a script's fault", new TypeError("Cannot read properties of undefined (reading 'map')"), broken],
  ["React's", new Error("Minified React error #418; visit https://react.dev/errors/418?args[]=HTML for the full message"), broken],
  ["a Chinese text in an English message", new SyntaxError("Unexpected token '豆', \"豆架\" is not valid JSON"), broken],
  ["no message", new Error(""), broken],
  ["Chromium without a network", new TypeError("Failed to fetch"), offline],
  ["Firefox without a network", new TypeError("NetworkError when attempting to fetch resource."), offline],
  ["Safari without a network", new TypeError("Load failed"), offline],
])("the message of an exception is replaced by a Chinese sentence: %s", (_, error, sentence) => {
  expect(errorText(error).sentence).toBe(sentence)
  expect(errorText(error).details).toBe(`${error.name}: ${error.message}`.trim())
})

test("a thrown text, object or nothing is read the same way", () => {
  expect(errorText("out of cheese")).toEqual({ sentence: broken, details: "out of cheese" })
  for (const thrown of [undefined, null, 7, {}]) expect(errorText(thrown)).toEqual({ sentence: broken, details: "" })
})

test("a sentence of our own, a missing chunk and a server error need no details", () => {
  expect(errorText(new Error("最新文档没有读到"))).toEqual({ sentence: "最新文档没有读到", details: "" })
  expect(errorText(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toEqual({
    sentence: "页面没有载入完整，请刷新",
    details: "",
  })
  const withheld = Object.assign(new Error("An error occurred in the Server Components render."), { digest: "1234" })
  expect(errorText(withheld).sentence).toContain("编号 1234。")
  expect(errorText(withheld).details).toBe("")
})

test("details are one bounded line", () => {
  const { details } = errorText(new Error(`first\n  second ${"x".repeat(9_000)}`))
  expect(details).toMatch(/^Error: first second x+$/)
  expect(details).toHaveLength(300)
})
