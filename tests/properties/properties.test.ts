import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { attachmentNamed } from "../../server/wire/headers"
import { requireFileName } from "../../server/modules/library/attachment/incoming-file.usecases"
import { readSetting, type Setting } from "../../lib/contract/setting"
import { settingGroups } from "../../lib/contract/site/settings.groups"
import { count, fileSize } from "../../lib/rules/format"
import { ownPath } from "../../lib/rules/path"
import { day, minute, relativeTime, shortDay } from "../../lib/rules/time"

/** Properties that must hold for every input, not only for chosen examples. */
describe("for any input", () => {
  test("a followed redirect stays on this site [security: 3.7.2, redirect-corpus]", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((tail) => `/${tail}`),
          fc.string().map((tail) => `//${tail}`),
        ),
        (redirect) => {
          const target = new URL(ownPath(redirect), "https://own.example")
          expect(target.origin).toBe("https://own.example")
          expect(target.pathname).not.toMatch(/^\/oauth(\/|$)/)
        },
      ),
    )
  })

  test("an accepted file name gives one header line and is decoded unchanged [security: 5.4.2, disposition-corpus]", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        let name: string
        try {
          name = requireFileName(text).name
        } catch {
          return
        }
        const header = attachmentNamed(name)
        expect(header).toMatch(/^[\x20-\x7e]+$/)
        const [, ascii, utf8] = /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? []
        expect(ascii).toBeDefined()
        expect(decodeURIComponent(utf8!)).toBe(name)
      }),
    )
  })

  test("sizes, counts and times are always readable", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 4_102_444_800_000 }), (number, at) => {
        expect(fileSize(number)).toMatch(/^[\d.]+ (B|KB|MB|GB)$/)
        expect(Number(count(number).replaceAll(",", ""))).toBe(number)
        expect(day(at)).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(minute(at).startsWith(day(at))).toBe(true)
        expect(day(at).endsWith(shortDay(at))).toBe(true)
        expect(relativeTime(at, at + number)).toMatch(/^(刚刚|\d+ (分钟|小时|天|个月|年)前)$/)
      }),
    )
  })

  test("a stored setting is read with its own type", () => {
    const settings = Object.values(settingGroups).flatMap((group) => Object.values(group) as Setting[])
    fc.assert(
      fc.property(fc.constantFrom(...settings), fc.option(fc.string(), { nil: undefined }), (setting, storedValue) => {
        const value = readSetting(setting, storedValue)
        expect(typeof value).toBe(typeof setting.default)
        expect(Array.isArray(value)).toBe(Array.isArray(setting.default))
        if (typeof value === "number") expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })
})

test.each([
  [0, "刚刚"],
  [59_000, "刚刚"],
  [60_000, "1 分钟前"],
  [3_600_000, "1 小时前"],
  [86_400_000, "1 天前"],
  [30 * 86_400_000, "1 个月前"],
  [365 * 86_400_000, "1 年前"],
])("after %d ms: %s", (later, words) => {
  expect(relativeTime(1_000_000, 1_000_000 + later)).toBe(words)
})

test("a day is in Asia/Shanghai, whatever the time zone of the server", () => {
  expect(day("2026-06-14T16:00:00Z")).toBe("2026-06-15")
  expect(day("2026-06-14T15:59:59Z")).toBe("2026-06-14")
})
