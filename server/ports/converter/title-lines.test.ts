import { expect, test } from "vitest"
import { layTitle } from "./title-lines"

const lay = (title: string) => layTitle(title, 322, 297)

test.each([
  ["房屋租赁合同范本", ["房屋租赁", "合同范本"]],
  ["静夜思", ["静夜思"]],
  ["Markdown 写作速查", ["Markdown", "写作速查"]],
  ["  空白 \n 很多  ", ["空白 很多"]],
])("%s breaks into lines at word boundaries, as even as possible", (title, lines) => expect(lay(title)).toEqual({ lines, size: 58 }))

test.each([
  ["随笔一则：雨后的植物园", /^则|^的|一$/],
  ["三年级数学上册练习三十套", /十$|^套/],
])("%s keeps particles and measure words with the word before them", (title, fault) => {
  for (const line of lay(title).lines) expect(line).not.toMatch(fault)
})

test("no line starts with closing or ends with opening punctuation", () => {
  const { lines } = lay("关于进一步加强校园安全管理工作的通知（征求意见稿）")
  expect(lines.join("")).toBe("关于进一步加强校园安全管理工作的通知（征求意见稿）")
  for (const line of lines) expect(line).not.toMatch(/^[）。，]|（$/)
})

test("a longer title is smaller, and one that never fits ends in …", () => {
  expect(lay("二〇二六年第一季度部门工作总结暨下一季度工作计划汇报材料").size).toBeLessThan(58)
  const endless = lay("没有尽头的标题".repeat(40))
  expect(endless.lines.at(-1)).toMatch(/…$/)
  expect(endless.lines.length * endless.size * 1.34).toBeLessThanOrEqual(297)
})
