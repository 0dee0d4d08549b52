import { expect, test } from "vitest"
import { shorterQueries } from "./shorter-queries"

test.each([
  ["高一数学 期末，答案", ["高一数学", "期末", "答案"]],
  ["高一数学期末考试", ["高一数学", "期末考试"]],
  ["数学", []],
  ["typescript", []],
  ["😀😀😀😀😀😀", []],
  ["%_ ' --", []],
  ["", []],
])("alternatives for “%s” are %j", (wd, expected) => expect(shorterQueries(wd)).toEqual(expected))
