import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { failure } from "@/lib/api/result"
import type { Result } from "@/lib/contract/types"
import { useAnswer } from "./use-answer"

type Read = () => Promise<Result<string>>
const answer =
  (data: string): Read =>
  async () => ({ ok: true, status: 200, data })
const Screen = ({ read, everyMs }: { read: Read | null; everyMs?: number }) => {
  const { data, failure: reason, busy, load } = useAnswer(read, "列表没有读到", everyMs)
  return (
    <button type="button" aria-busy={busy} onClick={load}>
      {[data ?? "—", reason].filter(Boolean).join(" ")}
    </button>
  )
}
const text = () => screen.getByRole("button").textContent
const settle = () => act(async () => undefined)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it("is loading, then answered; a new call keeps the earlier answer until its own has come", async () => {
  const { rerender } = render(<Screen read={answer("甲")} />)
  expect(text()).toBe("—")
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true")
  await settle()
  expect(text()).toBe("甲")
  rerender(<Screen read={answer("乙")} />)
  expect(text()).toBe("甲")
  await settle()
  expect(text()).toBe("乙")
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false")
})

it("a failure has the caller's sentence, and reading again removes it", async () => {
  const read = vi.fn<Read>(async () => failure(500, "Internal Server Error", ""))
  render(<Screen read={read} />)
  await settle()
  expect(text()).toBe("— 列表没有读到（500 Internal Server Error）")
  read.mockImplementation(answer("甲"))
  await act(async () => screen.getByRole("button").click())
  expect(text()).toBe("甲")
})

it("an answer that comes after the next call is dropped", async () => {
  let late = (_reply: Result<string>) => {}
  const slow: Read = () => new Promise((resolve) => (late = resolve))
  const { rerender } = render(<Screen read={slow} />)
  rerender(<Screen read={answer("乙")} />)
  await settle()
  await act(async () => late({ ok: true, status: 200, data: "甲" }))
  expect(text()).toBe("乙")
})

it("without a call nothing is read, and an interval reads again", async () => {
  const { rerender } = render(<Screen read={null} />)
  await settle()
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false")
  const read = vi.fn(answer("甲"))
  rerender(<Screen read={read} everyMs={1000} />)
  await act(async () => vi.advanceTimersByTimeAsync(2500))
  expect(read).toHaveBeenCalledTimes(3)
})
