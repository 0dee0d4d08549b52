import { act } from "@testing-library/react"
import { useEffect } from "react"
import { hydrateRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
import { afterEach, expect, it, vi } from "vitest"
import { AntdProvider } from "./antd"

afterEach(() => vi.unstubAllGlobals())

it("keeps its children mounted when the browser requests reduced motion", async () => {
  const events: string[] = []
  const Page = () => {
    useEffect(() => {
      events.push("comes")
      return () => void events.push("goes")
    }, [])
    return <input name="typed" />
  }
  const tree = (
    <AntdProvider>
      <Page />
    </AntdProvider>
  )
  const container = document.createElement("div")
  document.body.append(container)
  container.innerHTML = renderToString(tree)
  const input = container.querySelector("input")!
  input.value = "早早写下的"
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("reduce"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const root = await act(async () => hydrateRoot(container, tree))
  expect(events).toEqual(["comes"])
  expect(container.querySelector("input")).toBe(input)
  expect(input.value).toBe("早早写下的")
  await act(async () => root.unmount())
})
