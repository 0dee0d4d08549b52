import { describe, expect, test } from "vitest"
import {
  baseFor,
  endOfSequence,
  expiredSegments,
  isSegment,
  listName,
  momentText,
  nextSegment,
  readListName,
  readMoment,
  retainedBases,
  walKey,
  walOfKey,
} from "./archive.rules"

describe("the segments of PostgreSQL", () => {
  test("follow each other, also across the end of a log", () => {
    expect(nextSegment("000000010000000000000002", 256)).toBe("000000010000000000000003")
    expect(nextSegment("0000000100000000000000FF", 256)).toBe("000000010000000100000000")
    expect(nextSegment("0000000200000009000000FF", 256)).toBe("000000020000000A00000000")
  })
  test("a sequence ends before the first gap", () => {
    const segments = new Set(["000000010000000000000002", "000000010000000000000003", "000000010000000000000005"])
    expect(endOfSequence(segments, "000000010000000000000002", 256)).toBe("000000010000000000000003")
    expect(endOfSequence(segments, "000000010000000000000004", 256)).toBe(null)
  })
  test("have a key each, as have histories and labels; other keys have no file", () => {
    for (const file of ["00000001000000000000000A", "00000002.history", "000000010000000000000002.00000028.backup"])
      expect(walOfKey(walKey("7", file))).toBe(file)
    expect(walOfKey("archive/wal/7/probe")).toBe(null)
    expect(["00000001000000000000000A", "00000002.history"].map(isSegment)).toEqual([true, false])
  })
})

describe("retention", () => {
  const bases = [1, 8, 15, 22].map((day) => ({
    ended_at: `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`,
    first_wal: `0000000100000000000000${String(day).padStart(2, "0")}`,
  }))
  test("leaves every moment of the last days recoverable", () => {
    const left = retainedBases(bases, 10, new Date("2026-11-23T00:00:00Z"))
    expect(left.map(({ ended_at }) => ended_at.slice(8, 10))).toEqual(["08", "15", "22"])
    expect(retainedBases(bases, 400, new Date("2026-11-23T00:00:00Z"))).toEqual(bases)
    expect(retainedBases([bases[0]!], 1, new Date("2027-11-23T00:00:00Z"))).toEqual([bases[0]])
  })
  test("deletes the segments before the oldest copy of their timeline, and older timelines without one", () => {
    const segments = ["000000010000000000000007", "000000010000000000000008", "000000010000000000000009"]
    expect(expiredSegments(segments, bases.slice(1))).toEqual(["000000010000000000000007"])
    expect(expiredSegments(segments, [])).toEqual([])
    expect(expiredSegments([...segments, "000000020000000000000009"], [{ first_wal: "000000020000000000000009" }])).toEqual(segments)
  })
  test("a moment is recovered from the newest copy before it", () => {
    expect(baseFor(bases, new Date("2026-11-15T12:00:00Z"))).toBe(bases[2])
    expect(baseFor(bases, null)).toBe(bases[3])
    expect(baseFor(bases, new Date("2026-10-15T12:00:00Z"))).toBe(null)
  })
})

test("the name of a list of files says when it was made, and its newest file", () => {
  const at = new Date("2026-11-27T04:00:05.678Z")
  expect(readListName(`archive/files/7/${listName(at, 1234)}`)).toEqual({ at, id: 1234 })
  expect(readListName("archive/files/7/other")).toBe(null)
})

describe("the moment of --until", () => {
  test("is in Beijing unless it names its zone", () => {
    expect(readMoment("2026-11-27 12:00")?.toISOString()).toBe("2026-11-27T04:00:00.000Z")
    expect(readMoment("2026-11-27T12:00:30")?.toISOString()).toBe("2026-11-27T04:00:30.000Z")
    expect(readMoment("2026-11-27T12:00:30.250Z")?.toISOString()).toBe("2026-11-27T12:00:30.250Z")
    expect(readMoment("2026-11-27T12:00+09:00")?.toISOString()).toBe("2026-11-27T03:00:00.000Z")
    expect(readMoment("latest")).toBe(null)
    expect(momentText(new Date("2026-11-27T04:00:00Z"))).toBe("2026-11-27 12:00:00（北京时间）")
  })
  test.each(["", "昨天", "2026-02-30 12:00", "2026-11-27", "2026-11-27 25:00", "2026-11-27 12:00; drop"])("%s is refused", (text) => {
    expect(() => readMoment(text)).toThrow(/看不懂 --until/)
  })
})
