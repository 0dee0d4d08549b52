import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { world } from "@/tests/setup/world"
import { IssuedPassword } from "./issued-password"

test("a user with an issued password is asked to change it [security: first-password-notice]", () => {
  world.enter({ id: 1, password_issued: true })
  render(<IssuedPassword />)
  expect(screen.getByRole("link", { name: "换一个密码" }).getAttribute("href")).toBe("/me/password")
})

test("users with a password of their own, and visitors, are not asked", () => {
  world.enter({ id: 1 })
  const { container, rerender } = render(<IssuedPassword />)
  expect(container.innerHTML).toBe("")
  world.leave()
  rerender(<IssuedPassword />)
  expect(container.innerHTML).toBe("")
})

test("until the session is read, the notice follows what the server knew, so that it does not arrive late", () => {
  world.session.setState({ ready: false, user: null })
  const { container, rerender } = render(<IssuedPassword issued />)
  expect(screen.getByRole("link", { name: "换一个密码" })).toBeTruthy()
  rerender(<IssuedPassword />)
  expect(container.innerHTML).toBe("")
})
