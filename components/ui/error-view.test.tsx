import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { navigationFailed } from "@/lib/view/loading/navigation-events"
import { ErrorInside, ErrorPage } from "./error-view"

const failed = vi.fn()
afterEach(() => {
  cleanup()
  failed.mockClear()
  window.removeEventListener(navigationFailed, failed)
})

test.each([
  [
    "the old bundler",
    Object.assign(new Error("Loading chunk 7 failed. (error: http://x/_next/static/chunks/7.js)"), { name: "ChunkLoadError" }),
  ],
  ["the present bundler", new Error("Failed to load chunk /_next/static/chunks/7.js from module 7")],
  ["the browser", new TypeError("error loading dynamically imported module: http://x/_next/static/chunks/7.js")],
])("a part of the page that fails to load is reported in Chinese, with a way home, whatever %s says", (_, error) => {
  window.addEventListener(navigationFailed, failed)
  const reset = vi.fn()
  for (const View of [ErrorPage, ErrorInside]) {
    render(<View error={error} reset={reset} />)
    expect(screen.getByText("页面没有载入完整，请刷新")).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/chunk|module/i)
    expect(screen.getByRole("link", { name: "返回首页" }).getAttribute("href")).toBe("/")
    cleanup()
  }
  expect(failed).toHaveBeenCalledTimes(2)
})

test("any other error shows its message and tries again without a page load", () => {
  window.addEventListener(navigationFailed, failed)
  const reset = vi.fn()
  render(<ErrorPage error={new Error("这一页暂时没有加载出来")} reset={reset} />)
  expect(screen.getByText("这一页暂时没有加载出来")).toBeTruthy()
  fireEvent.click(screen.getByRole("button", { name: "重新加载" }))
  expect(reset).toHaveBeenCalledOnce()
  expect(failed).not.toHaveBeenCalled()
})
