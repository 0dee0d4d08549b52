import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { BusyButton } from "./busy-button"

it("shows a spinner in place of its icon while its action runs, and keeps its name", () => {
  const { rerender } = render(
    <BusyButton className="p sm" busy={false} icon={<i data-testid="icon" />}>
      保存
    </BusyButton>,
  )
  const button = screen.getByRole("button", { name: "保存" })
  expect([button.className, button.getAttribute("type"), button.getAttribute("aria-busy")]).toEqual(["bt p sm", "button", "false"])
  expect(screen.getByTestId("icon")).toBeTruthy()
  rerender(
    <BusyButton className="p sm" busy icon={<i data-testid="icon" />}>
      保存
    </BusyButton>,
  )
  expect(screen.getByRole("button", { name: "保存" })).toBe(button)
  expect([button.className, button.getAttribute("aria-busy")]).toEqual(["bt p sm busy", "true"])
  expect(screen.queryByTestId("icon")).toBeNull()
  expect(button.querySelector(".spin")).toBeTruthy()
})

it("submits a form if it is told to, and only the caller disables it", () => {
  render(
    <BusyButton type="submit" busy disabled={false}>
      登录
    </BusyButton>,
  )
  const button = screen.getByRole("button", { name: "登录" })
  expect([button.getAttribute("type"), button.hasAttribute("disabled")]).toEqual(["submit", false])
})
