import { expect, it } from "vitest"
import type { SpiderDocument } from "@/lib/contract/types"
import { adoptedTitle, patternOf, replacedTitle } from "./titles"

const row = {
  title_from_href: "年报.PDF",
  title_from_url: "a.b.docx",
  title_from_attachment: "",
  url: "https://example.com/x/y.pdf",
} as SpiderDocument

it("a title is copied without its extension, or cleared", () => {
  expect(adoptedTitle(row, "title_from_href")).toBe("年报")
  expect(adoptedTitle(row, "title_from_url")).toBe("a.b")
  expect(adoptedTitle(row, "title_from_attachment")).toBe("")
  expect(adoptedTitle(row, "url")).toBe("https://example.com/x/y")
  expect(adoptedTitle(row, "")).toBe("")
})

it("regular expression matches are replaced; an invalid expression matches nothing", () => {
  expect(replacedTitle("【下载】年报 2026", patternOf("【.*?】|\\s*\\d+$")!, "")).toBe("年报")
  expect(patternOf("(")).toBeNull()
  expect(patternOf("")).toBeNull()
})
