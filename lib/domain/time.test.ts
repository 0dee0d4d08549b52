import { expect, test } from "vitest"
import { relativeTime } from "./time"

test("relative time: 刚刚, then minutes, hours, days, months, years", () => {
  const now = Date.UTC(2026, 5, 18)
  const ago = (seconds: number) => relativeTime(now - seconds * 1000, now)
  expect([5, 60, 7200, 3 * 86_400, 65 * 86_400, 800 * 86_400].map(ago)).toEqual([
    "刚刚",
    "1 分钟前",
    "2 小时前",
    "3 天前",
    "2 个月前",
    "2 年前",
  ])
})
