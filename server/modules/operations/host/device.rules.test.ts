import { describe, expect, test } from "vitest"
import { busyPercent, percentOf } from "./device.rules"

const times = (busy: number, idle: number) => ({ user: busy, nice: 0, sys: 0, irq: 0, idle })

describe("CPU usage", () => {
  test("is the busy share between two readings, over all cores", () => {
    expect(busyPercent([times(100, 900)], [times(175, 925)])).toBe(75)
    expect(busyPercent([times(0, 0), times(0, 0)], [times(100, 0), times(0, 100)])).toBe(50)
    expect(busyPercent([times(5, 5)], [times(5, 5)])).toBe(0)
  })
  test("percentages stay between 0 and 100, with one decimal", () => {
    expect([percentOf(1, 3), percentOf(5, 4), percentOf(-1, 4), percentOf(1, 0)]).toEqual([33.3, 100, 0, 0])
  })
})
