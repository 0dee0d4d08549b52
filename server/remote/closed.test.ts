import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Result } from "../../lib/contract/types"
import { closedOf } from "./closed"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settings = (isClosed: boolean): Result<unknown> => ({
  ok: true,
  status: 200,
  data: { security: { is_close: isClosed, login_required: false } },
})
const ill: Result<unknown> = { ok: false, status: 502, message: "后端暂时没有回应，请稍后再试" }

test("the first page after a minute without visitors knows that the site was closed meanwhile", async () => {
  const call = vi.fn(async () => settings(false))
  const { closed } = closedOf(call)
  expect(await closed()).toBe(false)
  call.mockResolvedValue(settings(true))
  await vi.advanceTimersByTimeAsync(9_000)
  expect([await closed(), call.mock.calls.length], "an answer counts for ten seconds").toEqual([false, 1])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await closed()).toBe(true)
})

test("a change of the settings here is known at once", async () => {
  const call = vi.fn(async () => settings(false))
  const { closed, forget } = closedOf(call)
  await closed()
  call.mockResolvedValue(settings(true))
  forget()
  expect(await closed()).toBe(true)
})

test("while the server is unavailable its last answer counts, and nothing waits", async () => {
  const call = vi.fn(async () => settings(true))
  const { closed } = closedOf(call)
  await closed()
  call.mockResolvedValue(ill)
  for (let at = 0; at < 3; at += 1) {
    await vi.advanceTimersByTimeAsync(11_000)
    expect(await closed()).toBe(true)
  }
  call.mockReturnValue(new Promise(() => undefined))
  vi.advanceTimersByTime(11_000)
  expect(await closed()).toBe(true)
})

test("while the server hangs, only the pages of the first moment wait for it", async () => {
  const call = vi.fn(async () => settings(false))
  const { closed } = closedOf(call)
  await closed()
  call.mockReturnValue(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await closed()).toBe(false)
  vi.advanceTimersByTime(300)
  expect(await closed()).toBe(false)
  expect(call).toHaveBeenCalledTimes(2)
})

test("a server that has never answered is waited for", async () => {
  let answer: (reply: Result<unknown>) => void = () => undefined
  const { closed } = closedOf(() => new Promise((done) => (answer = done)))
  const waiting = closed()
  answer(settings(true))
  expect(await waiting).toBe(true)
})
