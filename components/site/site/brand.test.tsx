import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { Brand } from "./brand"

const system = { sitename: "山海文库", logo: "/uploads/logo.png", show_name_with_logo: true }
const show = (more: Partial<typeof system> = {}) => render(<Brand system={{ ...system, ...more }} />).container
const link = () => screen.getByRole("link", { name: "山海文库 首页" })

it("shows the name beside a logo", () => {
  const page = show()
  expect(link().textContent).toBe("山海文库")
  expect(page.querySelector("img")?.getAttribute("src")).toBe("/uploads/logo.png")
})

it("shows a logo alone that contains the name", () => {
  show({ show_name_with_logo: false })
  expect(link().textContent).toBe("")
})

it("always shows the name beside the default mark", () => {
  const page = show({ logo: "", show_name_with_logo: false })
  expect(link().textContent).toBe("山海文库")
  expect(page.querySelector("svg")).not.toBeNull()
})
