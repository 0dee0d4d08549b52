import { describe, expect, test } from "vitest"
import { backupName } from "./manifest.rules"
import { expiredBackups, readRetention } from "./retention.rules"

const daily = Array.from({ length: 400 }, (_, n) => backupName(new Date(Date.UTC(2026, 10, 29, 3, 40) - n * 86_400_000)))

describe("how long backups are kept", () => {
  test("7d,4w,12m keeps the newest of seven days, four weeks and twelve months", () => {
    const expired = new Set(expiredBackups(daily, readRetention("7d,4w,12m")))
    const remaining = daily.filter((name) => !expired.has(name))
    expect(remaining.slice(0, 7)).toEqual(daily.slice(0, 7))
    expect(remaining.length).toBeLessThanOrEqual(7 + 4 + 12)
    expect(remaining.length).toBeGreaterThanOrEqual(7 + 2 + 10)
    expect(remaining.at(-1)).toMatch(/^2025-12-31/)
  })

  test("the newest backup stays, and names that are not backups are not touched", () => {
    expect(expiredBackups([daily[3]!], readRetention("1m"))).toEqual([])
    expect(expiredBackups(["notes", daily[0]!, daily[1]!], readRetention("1d"))).toEqual([daily[1]])
  })

  test.each(["", "7", "7x", "0d", "d"])("%j is refused with a sentence", (text) => {
    expect(() => readRetention(text)).toThrow(/--keep/)
  })
})
