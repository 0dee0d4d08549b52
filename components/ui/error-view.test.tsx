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

test("a sentence of ours is displayed as it is, and tries again without a page load", () => {
  window.addEventListener(navigationFailed, failed)
  const reset = vi.fn()
  render(<ErrorPage error={new Error("这一页暂时没有加载出来")} reset={reset} />)
  expect(screen.getByText("这一页暂时没有加载出来")).toBeTruthy()
  expect(document.querySelector("details")).toBeNull()
  fireEvent.click(screen.getByRole("button", { name: "重新加载" }))
  expect(reset).toHaveBeenCalledOnce()
  expect(failed).not.toHaveBeenCalled()
})

test.each([
  ["the browser", new TypeError("Cannot read properties of undefined (reading 'map')"), "这一页没有运行起来"],
  ["React", new Error("Minified React error #418; visit https://react.dev/errors/418 for the full message"), "这一页没有运行起来"],
  ["a request without an answer", new TypeError("Failed to fetch"), "网络没有连上"],
])("the English of %s is only read by those who open the details", (_, error, sentence) => {
  for (const View of [ErrorPage, ErrorInside]) {
    render(<View error={error} reset={vi.fn()} />)
    expect(screen.getByText(new RegExp(`^${sentence}`))).toBeTruthy()
    const details = document.querySelector("details")!
    expect(details.open).toBe(false)
    expect(details.querySelector("summary")!.textContent).toBe("错误详情")
    expect(details.textContent).toContain(error.message)
    details.remove()
    expect(document.body.textContent).not.toContain(error.message)
    cleanup()
  }
})

test("a server error is named by its number, whatever was thrown elsewhere is a sentence", () => {
  const { unmount } = render(<ErrorPage error={Object.assign(new Error("withheld"), { digest: "1234" })} reset={vi.fn()} />)
  expect(screen.getByText(/编号 1234。请稍后重新加载/)).toBeTruthy()
  expect(document.body.textContent).not.toContain("withheld")
  unmount()
  render(<ErrorPage error={undefined as unknown as Error} reset={vi.fn()} />)
  expect(screen.getByText(/^这一页没有运行起来/)).toBeTruthy()
})
