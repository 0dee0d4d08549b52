import { expect, test } from "vitest"
import { changedFields, objectName, subjectText, valueOf } from "./audit"

const change = (object: string, title = "") => ({ object, title, before: null, after: null })

test("objects are named by their kind and number; settings by their group and name", () => {
  expect(["banner:7", "config:system.sitename", "banner", "later:3"].map(objectName)).toEqual([
    "轮播图 7",
    "系统设置 system.sitename",
    "轮播图",
    "later 3",
  ])
})

test("an entry has a one-line summary", () => {
  const text = (objects: string[], changes: ReturnType<typeof change>[] = [], detail = "") => subjectText({ detail, objects, changes })
  expect(text(["banner", "banner:7"], [change("banner:7", "春节")])).toBe("轮播图“春节”")
  expect(text(["document", ...[1, 2, 3, 4].map((id) => `document:${id}`)], [change("document:1", "甲")])).toBe(
    "文档“甲”、文档 2、文档 3 等 4 项",
  )
  expect(text([], [], "密码不正确")).toBe("密码不正确")
  expect(text(["document"])).toBe("文档")
  expect(text([])).toBe("—")
})

test("values are readable: empty, yes and no, lists", () => {
  expect([undefined, null, "", false, true, 0, "字", [1, 2]].map(valueOf)).toEqual(["", "（空）", "（空）", "否", "是", "0", "字", "[1,2]"])
})

test("a change lists the fields of both sides, each once", () => {
  expect(changedFields({ object: "x:1", title: "", before: { a: 1, b: 2 }, after: { b: 3, c: 4 } })).toEqual(["a", "b", "c"])
})
