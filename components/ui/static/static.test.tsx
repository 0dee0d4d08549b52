import { render, screen } from "@testing-library/react"
import { renderToString } from "react-dom/server"
import { afterEach, expect, test, vi } from "vitest"
import { provideParts } from "@/lib/api/drawn-parts"
import { Static } from "./static"
import { StaticMarkup } from "./static-markup"

const Shelf = ({ title }: { title: string }) => (
  <section className="shelf" aria-label="书架">
    <a href="#a">{title}</a>
    <a href="#b">乙</a>
  </section>
)
const Page = ({ title }: { title: string }) => (
  <Static>
    <Shelf title={title} />
  </Static>
)

afterEach(() => provideParts(() => undefined))

test("a navigation delivers the HTML as data, and the focus is kept", () => {
  const { rerender } = render(<Page title="甲" />)
  expect(screen.getByRole("region", { name: "书架" }).innerHTML).toBe('<a href="#a">甲</a><a href="#b">乙</a>')
  screen.getByRole("link", { name: "甲" }).focus()
  rerender(<Page title="丙" />)
  expect(document.activeElement?.textContent).toBe("丙")
})

test("the data of a full page contain only a name; the browser adopts the existing HTML, and finds it again later", () => {
  const parts = new Map<string, string>()
  provideParts(() => parts)
  const [drawn] = Static({ children: <Shelf title="甲" /> })
  expect([...parts.values()]).toEqual(['<a href="#a">甲</a><a href="#b">乙</a>'])
  const { props } = drawn as { props: Parameters<typeof StaticMarkup>[0] }
  expect(JSON.stringify(props)).not.toContain("甲")

  // the server has no window
  vi.stubGlobal("window", undefined)
  const html = renderToString(<StaticMarkup {...props} />)
  vi.unstubAllGlobals()
  expect(html).toContain("甲")

  provideParts(() => undefined)
  const container = document.body.appendChild(document.createElement("div"))
  container.innerHTML = html
  const link = container.querySelector("a")
  const { unmount } = render(<StaticMarkup {...props} />, { container: container, hydrate: true })
  expect(container.querySelector("a")).toBe(link)
  unmount()
  container.remove()
  render(<StaticMarkup {...props} />)
  expect(screen.getByRole("link", { name: "甲" })).toBeTruthy()
})

test("a missing part on the server throws an error", () => {
  vi.stubGlobal("window", undefined)
  const silent = vi.spyOn(console, "error").mockReturnValue()
  expect(() => renderToString(<StaticMarkup tag="div" attributes={{}} part="none" />)).toThrow("nobody has drawn")
  silent.mockRestore()
  vi.unstubAllGlobals()
})
