import { expect, test } from "vitest"
import { dotsBound } from "./format"

test("a middle dot never starts a line: it is bound to the word before it", () => {
  expect(dotsBound("文档整理清单 · 含命名模板")).toBe("文档整理清单\u00a0· 含命名模板")
  expect(dotsBound("静夜思·李白")).toBe("静夜思\u2060·李白")
  expect(dotsBound("没有点的标题")).toBe("没有点的标题")
})
