import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { Reasoned, StatusCell } from "./document-cells"

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

it("the status of a document that could not be converted names the reason, that of a converted one what its pages lack", () => {
  const document = { title: "合同", pages: 2, converted_pages: 2, reject_reason: "", convert_error: "", convert_warning: "" }
  render(
    <>
      <StatusCell document={{ ...document, status: DocumentStatus.failed, convert_error: "这是网页，不是 PDF" }} />
      <StatusCell document={{ ...document, status: DocumentStatus.converted, convert_warning: "第 1 页有一张图片无法显示" }} />
    </>,
  )
  expect(screen.getByRole("button", { name: /的原因：这是网页，不是 PDF$/ })).toBeTruthy()
  expect(screen.getByRole("button", { name: /的原因：第 1 页有一张图片无法显示$/ })).toBeTruthy()
})
