import { expect, test } from "vitest"
import { callOf } from "../../lib/contract/contract"
import { directSanitizer } from "../ports/sanitizer/direct.sanitizer"
import type { SanitizerPort } from "../ports/sanitizer/sanitizer.port"
import { sanitizeAnswers } from "./sanitized-answers"

const evil = '<p onclick="x()">好<script>alert(1)</script><img src="https://a.cn/b.png" onerror="x()"></p>'
/** Returns an answer as the contract completes it, sanitized. */
const read = async (key: string, body: unknown, sanitizer: SanitizerPort = directSanitizer()) => {
  const data: unknown = callOf(key)!.output.parse(body)
  await sanitizeAnswers(sanitizer)(key, data)
  return data
}
const expectedHtml = /<p>好<img src="https:\/\/a\.cn\/b\.png"[^>]*\/><\/p>/

test.each<[string, (html: string) => unknown, (data: never) => string]>([
  ["GET /article", (content) => ({ content }), (data: { content: string }) => data.content],
  [
    "GET /article/list",
    (content) => ({ article: [{}, { content }] }),
    (data: { article: { content: string }[] }) => data.article[1]!.content,
  ],
  [
    "GET /advertisement/position",
    (content) => ({ advertisement: [{ content }] }),
    (data: { advertisement: { content: string }[] }) => data.advertisement[0]!.content,
  ],
  [
    "GET /settings",
    (html) => ({ display: { copyright_statement: html } }),
    (data: { display: { copyright_statement: string } }) => data.display.copyright_statement,
  ],
  [
    "GET /settings",
    (html) => ({ security: { close_statement: html } }),
    (data: { security: { close_statement: string } }) => data.security.close_statement,
  ],
  [
    "GET /frame",
    (html) => ({ settings: { display: { copyright_statement: html } } }),
    (data: { settings: { display: { copyright_statement: string } } }) => data.settings.display.copyright_statement,
  ],
])("%s: fields that are rendered unescaped cannot run scripts [security: remote-walls]", async (key, body, htmlOf) => {
  const html = htmlOf((await read(key, body(evil))) as never)
  expect(html).toMatch(expectedHtml)
  expect(html).not.toMatch(/onclick|onerror|script/)
})

test("other fields and plain texts stay unchanged", async () => {
  expect(await read("GET /article", { title: "<b>标题</b>", content: "a & b" })).toMatchObject({ title: "<b>标题</b>", content: "a & b" })
  expect(await read("GET /advertisement/list", { advertisement: [{ content: evil }] })).toMatchObject({
    advertisement: [{ content: evil }],
  })
})

test("a text that is too complex is reported; equal texts are sanitised once", async () => {
  expect(await read("GET /article", { content: "<div>".repeat(300_000) })).toMatchObject({ content: "<p>这段内容过于复杂，无法显示。</p>" })
  const inputs: string[] = []
  const counting: SanitizerPort = {
    ...directSanitizer(),
    sanitize: async (kind, html) => {
      inputs.push(kind)
      return directSanitizer().sanitize(kind, html)
    },
  }
  const sanitize = sanitizeAnswers(counting)
  for (let time = 0; time < 3; time++) await sanitize("GET /article", { content: evil })
  expect(inputs).toEqual(["article"])
})
