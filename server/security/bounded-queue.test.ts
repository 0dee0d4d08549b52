import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { createBoundedQueue, QueueFull } from "./bounded-queue"

/** Work that ends when the test ends it. */
const held = () => {
  let end = () => {}
  const ended = new Promise<void>((done) => (end = done))
  return { work: () => ended, end }
}

test("work beyond the bounds is refused at once, and the rest runs in order", async () => {
  const queue = createBoundedQueue({ running: 1, waiting: 2, waitMs: 10_000 })
  const first = held()
  const order: number[] = []
  const begun = [queue(first.work), ...[1, 2].map((n) => queue(async () => void order.push(n)))]
  await expect(queue(async () => undefined)).rejects.toThrow(QueueFull)
  expect(order).toEqual([])
  first.end()
  await Promise.all(begun)
  expect(order).toEqual([1, 2])
  await expect(queue(async () => "again")).resolves.toBe("again")
})

test("work that waits too long is refused, and its turn is not lost", async () => {
  const queue = createBoundedQueue({ running: 1, waiting: 5, waitMs: 20 })
  const first = held()
  const begun = queue(first.work)
  await expect(queue(async () => undefined)).rejects.toThrow(QueueFull)
  first.end()
  await begun
  await pause(1)
  await expect(queue(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed")
  await expect(queue(async () => "next")).resolves.toBe("next")
})
