import { describe, expect, test } from "vitest"
import { connectionsOf, countProcesses, fewest, processName, shareOf } from "./connection-budget"

describe("the budget of database connections", () => {
  test.each([1, 2, 3, 7, 8])("%i processes together stay below the server's limit", (processes) => {
    const share = shareOf({ limit: 97, processes })
    expect(processes * connectionsOf(share)).toBeLessThanOrEqual(97 - 5)
    expect(share.main).toBeGreaterThanOrEqual(2)
  })

  test("one process is not limited by a server that accepts many", () => {
    expect(shareOf({ limit: 997, processes: 1 })).toEqual({ main: 20, search: 4, queue: 4 })
  })

  test("processes of one start count once, those of other machines are added", () => {
    const self = processName("web", 7)
    const processes = new Map([
      [self, 9],
      [self.replace("/", "/1"), 9],
      ["doujia worker 8/8 @ other", 5],
      ["doujia web 9/9 @ other", 5],
    ])
    expect(countProcesses({ limit: 97, processes, pooled: 0, others: 0 }, self, 3)).toBe(5)
    expect(fewest).toBeLessThan(10)
  })
})
