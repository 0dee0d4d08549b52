import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { Reasoned } from "./document-cells"

class Nothing {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("ResizeObserver", Nothing)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("the reason for a status appears when focus stays on it, not when focus passes", () => {
  render(
    <Reasoned reason="缺少字体" label="已发布，合同">
      已发布
    </Reasoned>,
  )
  const status = screen.getByRole("button", { name: "已发布，合同 的原因：缺少字体" })
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  act(() => status.focus())
  pass(100)
  act(() => status.blur())
  pass(2_000)
  expect(screen.queryByText("缺少字体")).toBeNull()
  act(() => status.focus())
  pass(2_000)
  expect(screen.getByText("缺少字体")).toBeTruthy()
})
