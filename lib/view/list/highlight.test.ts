import { expect, test } from "vitest"
import { highlighted, plain, withMarks } from "./highlight"
import { patience } from "../../../tests/setup/patience"

test("highlights are split, never parsed", () => {
  expect(highlighted("甲<em>乙</em><b>丙</b>")).toEqual([
    { text: "甲", match: false },
    { text: "乙", match: true },
    { text: "<b>丙</b>", match: false },
  ])
  expect(plain("甲<em>乙</em>")).toBe("甲乙")
  expect(withMarks("PDF 排版 (a+b)", "pdf (a+b)")).toBe("<em>PDF</em> 排版 <em>(a+b)</em>")
  expect(withMarks("甲<em>乙</em>", "甲")).toBe("甲<em>乙</em>")
})

test("marks that are never closed are read in time that grows with the text [security: 15.2.2]", () => {
  const begun = performance.now()
  expect(highlighted("<em>".repeat(300_000))).toHaveLength(1)
  expect(highlighted(`${"<em>".repeat(300_000)}甲</em>`)).toHaveLength(2)
  expect(performance.now() - begun).toBeLessThan(2_000 * patience)
})
