import { expect, test } from "vitest"
import { piecesOf, textOf } from "./article-text.rules"

test("the text is the content between tags, with entities decoded", () => {
  expect(textOf('<p title="x">a &amp;lt; b&nbsp;&#39;c&#39;</p><ul><li>d</li></ul>e<br/>f')).toBe("a &lt; b 'c' d e f")
})

test("truncated HTML that ends within a tag yields the text before it", () => {
  expect(textOf("<p>数据库</p><a href='x")).toBe("数据库 ")
})

test.each([
  ["one long text", "数据库系统，😀".repeat(60_000)],
  ["names of characters", "&amp;&lt;x&nbsp;".repeat(30_000)],
  ["tags of all lengths", Array.from({ length: 3_000 }, (_, at) => `<p class="${"x".repeat(at % 211)}">第 ${at} 段</p>`).join("")],
  ["a tag that is longer than a piece", `a<a href="${"x".repeat(50_000)}">b</a>c`],
  ["a tag that never ends", `a<a href="${"x".repeat(50_000)}`],
  ["nothing", ""],
])("%s: the chunks add up to the whole, with the same text", (_, html) => {
  const pieces = piecesOf(html)
  expect(pieces.join("")).toBe(html)
  expect(pieces.map(textOf).join("")).toBe(textOf(html))
  if (html.length > 20_000 && !html.startsWith("a<a")) expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(20_000)
})
