import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createOutageWatch } from "./outage"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const endless = () => new Promise<void>(() => undefined)
/** Records when a request is refused (ms from now), and with which status. */
const refusal = (work: Promise<void>) => {
  const since = Date.now()
  const refused: { ms: number; status?: number } = { ms: 0 }
  work.catch((error: { status: number }) => Object.assign(refused, { ms: Date.now() - since, status: error.status }))
  return refused
}
/** A hanging database: a probe ends when its time is over. */
const hanging = vi.fn((ms: number) => new Promise<boolean>((done) => setTimeout(() => done(false), ms)))
beforeEach(() => void hanging.mockClear())

test("a request to a hanging database is refused within two seconds, and later ones within one", async () => {
  const watch = createOutageWatch(hanging)
  const first = refusal(watch(endless(), () => true))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(first).toMatchObject({ status: 503 })
  const second = refusal(watch(endless(), () => true))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(second).toMatchObject({ status: 503 })
})

test("a database that refuses connections is reported as soon as a request has waited for half a second", async () => {
  const refused = refusal(createOutageWatch(async () => Promise.reject(new Error("refused")))(endless(), () => true))
  await vi.advanceTimersByTimeAsync(800)
  expect(refused).toMatchObject({ status: 503 })
})

test("slow requests to a working database are waited for, and quick ones never probe it", async () => {
  const isAnswering = vi.fn(async () => true)
  const watch = createOutageWatch(isAnswering)
  await watch(Promise.resolve(), () => true)
  expect(isAnswering).not.toHaveBeenCalled()
  const slow = new Promise<void>((done) => setTimeout(done, 20_000))
  const result = watch(slow, () => true).then(() => "answered")
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await result).toBe("answered")
  expect(isAnswering).toHaveBeenCalled()
})

test("an answer that has begun is not cut off, and causes no probes", async () => {
  const refused = refusal(createOutageWatch(hanging)(endless(), () => false))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refused).toEqual({ ms: 0 })
  expect(hanging).not.toHaveBeenCalled()
})

test("the checks end with the last request", async () => {
  const watch = createOutageWatch(hanging)
  await watch(Promise.resolve(), () => true)
  await vi.advanceTimersByTimeAsync(500)
  expect(vi.getTimerCount()).toBe(0)
})
