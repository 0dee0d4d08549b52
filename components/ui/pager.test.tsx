import { cleanup, render, screen } from "@testing-library/react"
import { afterEach, describe, expect, test } from "vitest"
import { Pager } from "./pager"

afterEach(cleanup)

const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"))

describe("Pager", () => {
  test("is absent while one page is enough", () => {
    const { container } = render(<Pager path="/category" query={{}} page={1} size={10} total={10} />)
    expect(container.innerHTML).toBe("")
  })

  test("keeps the filters of the list, and the first page has no number", () => {
    render(<Pager path="/category/3" query={{ ext: "pdf", sort: undefined }} page={2} size={10} total={35} />)
    expect(hrefs()).toEqual([
      "/category/3?ext=pdf",
      "/category/3?ext=pdf",
      "/category/3?ext=pdf&page=2",
      "/category/3?ext=pdf&page=3",
      "/category/3?ext=pdf&page=4",
      "/category/3?ext=pdf&page=3",
    ])
    expect(screen.getByRole("link", { name: "第 2 页" }).getAttribute("aria-current")).toBe("page")
  })

  test("offers a page input when there are many pages, as a form that keeps the filters", () => {
    const { container } = render(<Pager path="/search" query={{ wd: "数学" }} page={1} size={10} total={900} />)
    const hidden = container.querySelector<HTMLInputElement>('form input[name="wd"]')
    expect(hidden?.value).toBe("数学")
    expect(screen.getByLabelText("跳至").getAttribute("name")).toBe("page")
  })
})
