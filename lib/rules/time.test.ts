import { expect, test } from "vitest"
import { clock, day, dayName, dayText, minute, relativeTime, shortDay, yearOf } from "./time"

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

test("every date and hour is in the site's time zone, in any browser", () => {
  const evening = "2026-06-17T16:05:09Z"
  expect([day, shortDay, minute, clock].map((text) => text(evening))).toEqual(["2026-06-18", "06-18", "2026-06-18 00:05", "00:05"])
  expect(dayText(evening, Date.UTC(2026, 11, 31, 15))).toBe("6 月 18 日")
  expect(dayText(evening, Date.UTC(2026, 11, 31, 16))).toBe("2026 年 6 月 18 日")
  expect([day(""), minute("never")]).toEqual(["", ""])
  expect([yearOf("2026-12-31T15:59:59Z"), yearOf("2026-12-31T16:00:00Z")]).toEqual([2026, 2027])
})

test("days of the last week are named", () => {
  const now = Date.UTC(2026, 5, 18, 15, 59)
  const before = (days: number) => dayName(now - days * 86_400_000, now)
  expect([0, 1, 2, 3, 4, 5, 6, 7].map(before)).toEqual(["今天", "昨天", "周二", "周一", "周日", "周六", "周五", ""])
  expect(dayName(Date.UTC(2026, 5, 17, 16), now)).toBe("今天")
  expect(dayName(Date.UTC(2026, 5, 17, 15, 59), now)).toBe("昨天")
})
