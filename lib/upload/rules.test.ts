import { describe, expect, it } from "vitest"
import { cleanName, titleOf } from "./rules"

describe("a file name as the server accepts it", () => {
  it.each([
    ["讲义 第一讲.txt", "讲义 第一讲.txt"],
    ["带表情😀.md", "带表情😀.md"],
    ["\u202Efdp.程序.txt", "fdp.程序.txt"],
    ["两\n行/名\u0000字.pdf", "两行名字.pdf"],
    ["e\u0301.pdf", "é.pdf"],
  ])("%j → %j", (name, clean) => expect(cleanName(name)).toBe(clean))

  it("has a limited length, and keeps its extension and whole characters", () => {
    const clean = cleanName(`${"😀".repeat(300)}.docx`)
    expect([[...clean].length, clean.endsWith("😀.docx")]).toEqual([200, true])
    expect(titleOf(clean)).toHaveLength(255)
  })
})
