import { describe, expect, test } from "vitest"
import { isCurrentRow, momentsAhead, requireOrder, secondsUntil } from "./period"

const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1) + seconds * 1000)
const now = at(0)

describe("a period", () => {
  test.each([
    ["without limits", null, null, true],
    ["that starts now", at(0), null, true],
    ["that starts later", at(1), null, false],
    ["that ends now", null, at(0), false],
    ["that ends later", null, at(1), true],
  ])("%s is current: %s, %s: %s", (_, start_time, end_time, expected) => {
    expect(isCurrentRow({ enable: true, start_time, end_time }, now)).toBe(expected)
    expect(isCurrentRow({ enable: false, start_time, end_time }, now)).toBe(false)
  })

  test("has the moments that are still ahead", () => {
    expect(momentsAhead({ start_time: at(-5), end_time: at(1.2) }, now)).toEqual([{ moment: at(1.2), seconds: 2 }])
    expect(momentsAhead({ start_time: at(0), end_time: null }, now)).toEqual([])
    expect(momentsAhead({ start_time: at(1), end_time: at(2) }, now).map(({ seconds }) => seconds)).toEqual([1, 2])
    expect([secondsUntil(null, now), secondsUntil(at(-9), now)]).toEqual([0, 0])
  })

  test("ends after it starts", () => {
    for (const end_time of [at(0), at(-1)]) expect(() => requireOrder({ start_time: at(0), end_time })).toThrow("结束时间应晚于开始时间")
    for (const one of [{ start_time: at(0), end_time: at(1) }, { start_time: at(0) }, { end_time: at(0) }, {}])
      expect(() => requireOrder(one)).not.toThrow()
  })
})
