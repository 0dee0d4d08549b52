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

test("a navigation brings the HTML as data, and what has the focus keeps it", () => {
  const { rerender } = render(<Page title="甲" />)
  expect(screen.getByRole("region", { name: "书架" }).innerHTML).toBe('<a href="#a">甲</a><a href="#b">乙</a>')
  screen.getByRole("link", { name: "甲" }).focus()
  rerender(<Page title="丙" />)
  expect(document.activeElement?.textContent).toBe("丙")
})

test("of a whole page the data hold a name alone; the browser takes over what is on the page, and finds it again later", () => {
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
  const place = document.body.appendChild(document.createElement("div"))
  place.innerHTML = html
  const link = place.querySelector("a")
  const { unmount } = render(<StaticMarkup {...props} />, { container: place, hydrate: true })
  expect(place.querySelector("a")).toBe(link)
  unmount()
  place.remove()
  render(<StaticMarkup {...props} />)
  expect(screen.getByRole("link", { name: "甲" })).toBeTruthy()
})

test("on a server that has drawn no such part nothing is made up", () => {
  vi.stubGlobal("window", undefined)
  const silent = vi.spyOn(console, "error").mockReturnValue()
  expect(() => renderToString(<StaticMarkup tag="div" attributes={{}} part="none" />)).toThrow("nobody has drawn")
  silent.mockRestore()
  vi.unstubAllGlobals()
})
