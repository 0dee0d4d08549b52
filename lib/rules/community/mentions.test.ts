import { expect, test } from "vitest"
import { mentionedNames } from "./mentions"

test.each([
  ["@小豆 你看这里", ["小豆"]],
  ["谢谢@Reader1，还有 @reader1 和@李.四！", ["reader1", "李.四"]],
  ["写信到 me@example.org", []],
  ["@ 空的 @a", []],
  [Array.from({ length: 12 }, (_, at) => `@user${at}`).join(" "), Array.from({ length: 10 }, (_, at) => `user${at}`)],
])("%s mentions %j", (text, names) => {
  expect(mentionedNames(text)).toEqual(names)
})
