import { cleanup, render } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { world } from "@/tests/setup/world"
import { SearchVisit } from "./search-visit"

beforeEach(() => world.answer("POST /search/view", {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test("a search is reported once when its results are shown, and the next search again", async () => {
  const { rerender } = render(<SearchVisit key="one" record="one" />)
  await vi.waitFor(() => expect(world.inputsOf("POST /search/view")).toEqual([{ record: "one" }]))
  rerender(<SearchVisit key="one" record="one" />)
  rerender(<SearchVisit key="two" record="two" />)
  await vi.waitFor(() => expect(world.inputsOf("POST /search/view")).toEqual([{ record: "one" }, { record: "two" }]))
})

test("a search opened in a hidden tab is reported once somebody looks at it", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
  render(<SearchVisit record="one" />)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(world.inputsOf("POST /search/view")).toEqual([])
  visibility.mockReturnValue("visible")
  document.dispatchEvent(new Event("visibilitychange"))
  await vi.waitFor(() => expect(world.inputsOf("POST /search/view")).toEqual([{ record: "one" }]))
})
