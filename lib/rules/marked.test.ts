import { expect, test } from "vitest"
import { marked, partsOf, unmarked } from "./marked"

test("marks surround positions of an escaped text", () => {
  const html = marked('a<b>&"c" 字体设置', [
    [1, 4],
    [9, 11],
  ])
  expect(html).toBe("a<em>&lt;b&gt;</em>&amp;&quot;c&quot; <em>字体</em>设置")
  expect(partsOf(html)).toEqual([
    { text: "a", match: false },
    { text: "<b>", match: true },
    { text: '&"c" ', match: false },
    { text: "字体", match: true },
    { text: "设置", match: false },
  ])
  expect(unmarked(html)).toBe('a<b>&"c" 字体设置')
})

test("other markup remains text", () => {
  expect(partsOf("<script>x</script><em>a<em>b</em>")).toEqual([
    { text: "<script>x</script><em>a", match: false },
    { text: "b", match: true },
  ])
})
