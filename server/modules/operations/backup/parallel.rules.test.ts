import { setImmediate as tick } from "node:timers/promises"
import { expect, test } from "vitest"
import { inParallel } from "./parallel.rules"

test("work is done for every item, never more than the limit at once", async () => {
  const [done, most] = [[] as number[], { now: 0, ever: 0 }]
  await inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    most.ever = Math.max(most.ever, (most.now += 1))
    await tick()
    most.now -= 1
    done.push(item)
  })
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  expect(most.ever).toBe(2)
})

test("an error that comes while the next item is awaited ends the work and is not lost", async () => {
  const begun: number[] = []
  const slowly = async function* () {
    for (let n = 1; n <= 9; n++) {
      yield n
      for (let turn = 0; turn < 5; turn++) await tick()
    }
  }
  const work = inParallel(slowly(), 8, async (item) => {
    begun.push(item)
    if (item === 2) throw new Error("no")
  })
  await expect(work).rejects.toThrow("no")
  expect(begun.length).toBeLessThan(9)
})
