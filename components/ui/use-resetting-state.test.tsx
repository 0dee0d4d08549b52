import { act, renderHook } from "@testing-library/react"
import { expect, it } from "vitest"
import { useResettingState } from "./use-resetting-state"

it("keeps its value until the prop changes, and never shows the old state with the new prop", () => {
  const renders: [string, string][] = []
  const { result, rerender } = renderHook(
    ({ prop }) => {
      const [draft, setDraft] = useResettingState(prop)
      renders.push([prop, draft])
      return { draft, setDraft }
    },
    { initialProps: { prop: "甲" } },
  )
  act(() => result.current.setDraft("甲乙"))
  rerender({ prop: "甲" })
  expect(result.current.draft).toBe("甲乙")
  rerender({ prop: "丙" })
  expect(result.current.draft).toBe("丙")
  expect(renders.filter(([prop]) => prop === "丙").every(([, draft]) => draft === "丙")).toBe(true)
})

it("is reset by a separate key", () => {
  const { result, rerender } = renderHook(({ path }) => useResettingState(false, path), { initialProps: { path: "/" } })
  act(() => result.current[1](true))
  expect(result.current[0]).toBe(true)
  rerender({ path: "/upload" })
  expect(result.current[0]).toBe(false)
})
