import { describe, expect, it } from "vitest"
import { strengthOf } from "./account-rules"
import { waitText } from "./use-countdown"

describe("durations and password strength", () => {
  it.each([
    [5, "5 秒"],
    [60, "1 分 00 秒"],
    [7_325, "2 小时 2 分"],
  ])("%d s", (seconds, words) => expect(waitText(seconds)).toBe(words))

  it("a longer password is stronger, unless it is repetitive", () => {
    const levels = ["", "short", "12345678", "aaaaaaaaaaaa", "password1", "三个不相干的词语吧啦啦啦", "correct horse 7"].map(
      (word) => strengthOf(word).level,
    )
    expect(levels).toEqual([0, 1, 1, 1, 2, 3, 3])
  })
})
