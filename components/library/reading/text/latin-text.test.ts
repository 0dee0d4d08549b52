import { expect, test } from "vitest"
import { isLatin, latinRuns } from "./latin-text"

test("a paragraph in Latin letters is told from a Chinese one with foreign words", () => {
  expect(isLatin("A copy of the license is included in the section entitled “GNU Free Documentation License”.")).toBe(true)
  expect(isLatin("本文按照 GNU Free Documentation License 发布，可以自由地复制、修改和散发，不必征得作者同意。")).toBe(false)
  expect(isLatin("12,345.67")).toBe(false)
})

test("runs of several Latin words are separate, single words are not", () => {
  expect(latinRuns("见“GNU Free Documentation License”一节，LaTeX 也是。")).toEqual([
    { text: "见", latin: false },
    { text: "“GNU Free Documentation License”", latin: true },
    { text: "一节，LaTeX 也是。", latin: false },
  ])
  expect(latinRuns("全是中文。")).toEqual([{ text: "全是中文。", latin: false }])
  expect(latinRuns("")).toEqual([])
})
