import { expect, test } from "vitest"
import { hitOf } from "./search-hit"

const snippetOf = (snippet: string, page = 1) =>
  hitOf({ title: "LaTeX 笔记 第二版", description: "", snippet, page, uuid: "a" }, "排版").snippet

test("the excerpt of a first page does not repeat the title, and keeps its marks", () => {
  expect(snippetOf("LaTeX笔记 第二版 2008 年，讲<em>排版</em> &amp; 数学的一本书")).toBe("2008 年，讲<em>排版</em> &amp; 数学的一本书")
  expect(snippetOf("LaTeX笔记 第二版 讲<em>排版</em>的一本书，共十章", 2), "another page").toContain("LaTeX")
  expect(snippetOf("笔记 <em>排版</em> 与数学，一本讲得明白的书"), "another beginning").toContain("笔记")
  expect(snippetOf("LaTeX 笔记 第二版 <em>排版</em>"), "nothing much would be left").toContain("LaTeX")
})
