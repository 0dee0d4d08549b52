import { expect, test } from "vitest"
import { partsOf } from "@/lib/rules/marked"
import { plain, withMarks } from "./highlight"
import { patience } from "@/tests/setup/patience"

test("query words are marked in any width and case, and text that looks like markup remains text", () => {
  expect(withMarks("PDF 排版 (a+b)", "pdf (a+b)")).toBe("<em>PDF</em> 排版 <em>(a+b)</em>")
  expect(withMarks("ＰＤＦ手册", "pdf")).toBe("<em>ＰＤＦ</em>手册")
  expect(withMarks("数学数学", "数学 学数")).toBe("<em>数学</em><em>数学</em>")
  expect(withMarks("笑😀脸", "😀")).toBe("笑<em>😀</em>脸")
  expect(partsOf(withMarks("<em>甲</em><script>", "script"))).toEqual([
    { text: "<em>甲</em><", match: false },
    { text: "script", match: true },
    { text: ">", match: false },
  ])
  expect(withMarks("原文", "  ")).toBe("原文")
  expect(plain("甲<em>乙</em><mark>丙</mark>")).toBe("甲乙丙")
})

test("unclosed marks are parsed in linear time [security: 15.2.2]", () => {
  const begun = performance.now()
  expect(partsOf("<em>".repeat(300_000))).toHaveLength(1)
  expect(partsOf(`${"<em>".repeat(300_000)}甲</em>`)).toHaveLength(2)
  expect(performance.now() - begun).toBeLessThan(2_000 * patience)
})
