import { describe, expect, test } from "vitest"
import { byDay, sentenceOf, textOfHtml } from "./my-activity"

describe("an activity line", () => {
  test("its subject is an internal link", () => {
    const content = '下载了《<a href="/document/0123456789abcdef">高一数学 &#38; 物理</a>》，用去 5 魔豆'
    expect(sentenceOf({ content, title: "高一数学 & 物理", href: "/document/0123456789abcdef" })).toEqual({
      before: "下载了《",
      title: "高一数学 & 物理",
      after: "》，用去 5 魔豆",
      href: "/document/0123456789abcdef",
    })
  })

  test("a foreign address is not linked", () => {
    for (const href of ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"])
      expect(sentenceOf({ content: "收藏了《甲》", title: "甲", href }).href).toBe("")
  })

  test("an older back end's HTML becomes plain text", () => {
    expect(sentenceOf({ content: '<b>上传</b>了 <a href="/document/1">乙</a>&nbsp;<script>x</script>', title: "", href: "" })).toEqual({
      before: "上传了 乙 x",
      title: "",
      after: "",
      href: "",
    })
    expect(textOfHtml("1 &lt; 2 &#x4E2D; &unknown;")).toBe("1 < 2 中 &unknown;")
  })

  test("rows are grouped by day in the site's time zone, newest first", () => {
    const now = Date.parse("2026-06-18T02:00:00Z")
    const at = (created_at: string, id: number) => ({ id, created_at })
    const days = byDay(
      [
        at("2026-06-18T01:12:00Z", 5),
        at("2026-06-17T16:30:00Z", 4),
        at("2026-06-17T13:30:00Z", 3),
        at("2026-06-14T20:00:00Z", 2),
        at("2025-12-31T10:00:00Z", 1),
      ],
      now,
    )
    expect(days.map(({ name, date, rows }) => [name, date, rows.map(({ id }) => id)])).toEqual([
      ["今天", "6 月 18 日", [5, 4]],
      ["昨天", "6 月 17 日", [3]],
      ["周一", "6 月 15 日", [2]],
      ["", "2025 年 12 月 31 日", [1]],
    ])
  })
})
