import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { world } from "@/tests/setup/world"
import { PagePathProvider } from "@/components/providers/page-path"
import { BigSearch } from "./big-search"
import { HeaderSearch } from "./header-search"
import { SearchBox } from "./search-box"

const documentHit = { text: "高一数学必修第一册", doc_type: 0, uuid: "abc", identifier: "" }
const article = { text: "高一怎么学", doc_type: 1, uuid: "", identifier: "how-to" }

beforeEach(() => {
  localStorage.clear()
  world.answer("GET /search/suggest", ({ wd }) => (wd ? { suggestion: [documentHit, article] } : { hot: ["期末试卷"] }))
})
afterEach(cleanup)

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: /^搜索文/ })
const submit = (text: string) => {
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.submit(field())
}
const lines = () =>
  within(screen.getByRole("listbox"))
    .getAllByRole("option")
    .map((one) => one.textContent)
const open = async (text = "") => {
  field().focus()
  if (text) fireEvent.change(field(), { target: { value: text } })
  await screen.findByRole("listbox", {}, { timeout: 5_000 })
  // the field handles keys from then on
  await waitFor(() => expect(field().getAttribute("aria-expanded")).toBe("true"))
}

describe("the search box", () => {
  test("an empty keyword does nothing", () => {
    render(<SearchBox />)
    submit("   ")
    expect(world.router.push).not.toHaveBeenCalled()
    expect(localStorage).toHaveLength(0)
  })

  test("a keyword opens the result page and clears the box", () => {
    render(<SearchBox />)
    submit(" 高一 数学 ")
    expect(world.router.push).toHaveBeenCalledWith("/search?wd=%E9%AB%98%E4%B8%80%20%E6%95%B0%E5%AD%A6")
    expect(field().value).toBe("")
  })

  test("a search is remembered in this browser", async () => {
    render(<SearchBox />)
    submit(" 高一 数学 ")
    await waitFor(() => expect(JSON.parse(localStorage.getItem("doujia_searches") ?? "[]")).toEqual(["高一 数学"]))
  })

  test("a lone surrogate causes no error", () => {
    render(<SearchBox />)
    submit("数\ud83d学")
    expect(world.router.push).toHaveBeenCalledWith("/search?wd=%E6%95%B0%20%E5%AD%A6")
  })

  test("on article pages it searches articles", () => {
    render(<SearchBox type={1} />)
    submit("错题本")
    expect(world.router.push).toHaveBeenCalledWith("/search?wd=%E9%94%99%E9%A2%98%E6%9C%AC&type=1")
  })

  test("/ focuses the box, but not while the user types elsewhere", () => {
    render(<SearchBox />)
    fireEvent.keyDown(document.body, { key: "/" })
    expect(document.activeElement).toBe(field())
  })

  test("is absent from the header of the home page if more than three navigation entries take its space", () => {
    world.goTo("/")
    const { rerender } = render(<HeaderSearch many />)
    expect(screen.queryByRole("search")).toBeNull()
    rerender(<HeaderSearch many={false} />)
    expect(screen.getByRole("search")).toBeTruthy()
    cleanup()
    world.goTo("/category")
    render(<HeaderSearch many />)
    expect(screen.getByRole("search")).toBeTruthy()
  })

  test("on the page for unknown addresses it is the same at every address, so that the browser repeats what the server rendered", () => {
    const boxes = ["/article/x", "/document/x", "/search", "/"].map((path) => {
      world.goTo(path)
      const box = (
        <PagePathProvider path="/404">
          <HeaderSearch many />
        </PagePathProvider>
      )
      return renderToStaticMarkup(box).replaceAll(/ id="[^"]*"/g, "")
    })
    expect(new Set(boxes).size).toBe(1)
    expect(boxes[0]).toContain("搜索文档")
  })

  test("is a plain form in browsers without JavaScript", () => {
    const { container } = render(<BigSearch wd="数学" type={-1} />)
    expect(container.querySelector("form")?.getAttribute("action")).toBe("/search")
    expect(container.querySelector<HTMLInputElement>("input[name=wd]")?.value).toBe("数学")
    expect(container.querySelector<HTMLSelectElement>("select[name=type]")?.value).toBe("-1")
  })
})

describe("search suggestions", () => {
  test("titles appear while typing; only the last text is requested, ↓ selects and Enter opens", async () => {
    render(<SearchBox />)
    field().focus()
    for (const text of ["g", "ga", "gao"]) fireEvent.change(field(), { target: { value: text } })
    // the suggestions for an empty field may appear first
    await waitFor(() => expect(lines()).toEqual(["高一数学必修第一册", "高一怎么学"]), { timeout: 5_000 })
    expect(world.inputsOf("GET /search/suggest").filter(({ wd }) => wd)).toEqual([{ wd: "gao", type: 0 }])
    await waitFor(() => expect(field().getAttribute("aria-expanded")).toBe("true"))
    fireEvent.keyDown(field(), { key: "ArrowDown" })
    expect(field().getAttribute("aria-activedescendant")).toBe(screen.getAllByRole("option")[0]!.id)
    fireEvent.keyDown(field(), { key: "ArrowUp" })
    expect(field().getAttribute("aria-activedescendant"), "back in the field").toBeNull()
    fireEvent.keyDown(field(), { key: "ArrowUp" })
    fireEvent.keyDown(field(), { key: "Enter" })
    expect(world.router.push).toHaveBeenCalledWith("/article/how-to")
  })

  test("an outdated request is aborted", async () => {
    render(<SearchBox />)
    field().focus()
    await waitFor(() => expect(world.api).toHaveBeenCalled(), { timeout: 5_000 })
    const signal = world.api.mock.calls[0]?.[2]?.signal
    fireEvent.change(field(), { target: { value: "数学" } })
    await waitFor(() => expect(signal?.aborted).toBe(true))
  })

  test("Esc closes the list until the text changes; keys of an input method are ignored", async () => {
    render(<SearchBox />)
    await open("数学")
    fireEvent.keyDown(field(), { key: "ArrowDown", isComposing: true })
    expect(field().getAttribute("aria-activedescendant")).toBeNull()
    fireEvent.keyDown(field(), { key: "Escape" })
    expect(screen.queryByRole("listbox")).toBeNull()
    expect(field().getAttribute("aria-expanded")).toBe("false")
    fireEvent.change(field(), { target: { value: "数学题" } })
    await screen.findByRole("listbox")
  })

  test("an empty field shows earlier searches and popular words; the earlier ones can be cleared", async () => {
    localStorage.setItem("doujia_searches", '["错题本", 7, ""]')
    render(<BigSearch />)
    await open()
    await waitFor(() => expect(lines()).toEqual(["错题本", "期末试卷"]))
    fireEvent.click(screen.getByRole("option", { name: "期末试卷" }))
    expect(world.router.push).toHaveBeenCalledWith("/search?wd=%E6%9C%9F%E6%9C%AB%E8%AF%95%E5%8D%B7")
    expect(JSON.parse(localStorage.getItem("doujia_searches")!)).toEqual(["期末试卷", "错题本"])
    await open()
    fireEvent.click(screen.getByRole("button", { name: "清空最近搜索" }))
    await waitFor(() => expect(lines()).toEqual(["期末试卷"]))
    expect(localStorage.getItem("doujia_searches")).toBeNull()
  })
})
