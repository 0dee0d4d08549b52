import { render, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import "@/tests/setup/world"
import { navigationArrived, navigationFailed, navigationStarted } from "@/lib/view/loading/navigation-events"
import { NavigationProgress } from "./navigation-progress"

beforeEach(() => void vi.spyOn(window, "scrollTo").mockImplementation(() => undefined))

const bar = () => document.querySelector(".bar")
const announce = (name: string) => void window.dispatchEvent(new Event(name))
const failed = () => document.documentElement.classList.contains("progress-failed")

it.each([
  ["the page arrives", navigationArrived, false],
  ["the page cannot be loaded", navigationFailed, true],
])("the progress bar ends when %s", async (_, end, red) => {
  render(<NavigationProgress />)
  announce(navigationStarted)
  await waitFor(() => expect(bar()).not.toBeNull())
  announce(end)
  expect(failed()).toBe(red)
  await waitFor(() => expect(bar()).toBeNull())
})

it("the failed state stays visible although the error view arrives, and the next navigation starts anew", async () => {
  const { unmount } = render(<NavigationProgress />)
  announce(navigationStarted)
  announce(navigationFailed)
  announce(navigationArrived)
  await waitFor(() => expect(bar()).not.toBeNull())
  await new Promise((done) => setTimeout(done, 700))
  expect([failed(), bar() !== null]).toEqual([true, true])
  announce(navigationStarted)
  expect(failed()).toBe(false)
  announce(navigationArrived)
  await waitFor(() => expect(bar()).toBeNull())
  unmount()
})

it("the failed state is shown without the library too, whose file may be gone after a new release", async () => {
  vi.resetModules()
  vi.doMock("nprogress", () => {
    throw new Error("no such file")
  })
  const { unmount } = render(<NavigationProgress />)
  announce(navigationStarted)
  announce(navigationFailed)
  await waitFor(() => expect(bar()).not.toBeNull())
  expect(failed()).toBe(true)
  announce(navigationStarted)
  announce(navigationArrived)
  await waitFor(() => expect(bar()).toBeNull())
  unmount()
  vi.doUnmock("nprogress")
})
