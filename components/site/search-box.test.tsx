import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import { afterEach, describe, expect, test, vi } from "vitest"
import { SearchBox } from "./search-box"

const push = vi.fn()
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }))

afterEach(() => {
  cleanup()
  push.mockReset()
})

const submit = (text: string) => {
  const input = screen.getByRole("textbox")
  fireEvent.change(input, { target: { value: text } })
  fireEvent.submit(input)
}

describe("SearchBox", () => {
  test("an empty keyword does nothing", () => {
    render(<SearchBox />)
    submit("   ")
    expect(push).not.toHaveBeenCalled()
  })

  test("a keyword goes to the result page and clears the box", () => {
    render(<SearchBox />)
    submit(" 高一 数学 ")
    expect(push).toHaveBeenCalledWith("/search?wd=%E9%AB%98%E4%B8%80%20%E6%95%B0%E5%AD%A6")
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("")
  })

  test("on article pages it looks for articles", () => {
    render(<SearchBox type={1} />)
    submit("错题本")
    expect(push).toHaveBeenCalledWith("/search?wd=%E9%94%99%E9%A2%98%E6%9C%AC&type=1")
  })

  test("/ brings the focus, but not while one types elsewhere", () => {
    render(<SearchBox />)
    fireEvent.keyDown(document.body, { key: "/" })
    expect(document.activeElement).toBe(screen.getByRole("textbox"))
  })
})
