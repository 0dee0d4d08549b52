import { fireEvent, render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { UserMenu } from "./user-menu"

it("has a logout for logged-in users, on every page with a header [security: 7.4.4]", async () => {
  world.set({})
  world.enter({ id: 7, username: "小豆" })
  render(<UserMenu />)
  expect(screen.queryByRole("link", { name: "登录" })).toBeNull()
  fireEvent.click(await screen.findByRole("button", { name: "小豆的菜单" }))
  fireEvent.click(screen.getByRole("button", { name: "退出登录" }))
  expect(world.session.getState().logOut).toHaveBeenCalled()
})

it("has a login for visitors", () => {
  world.set({})
  world.leave()
  render(<UserMenu />)
  expect(screen.getByRole("link", { name: "登录" })).toBeTruthy()
  expect(screen.queryByRole("button", { name: /的菜单/ })).toBeNull()
})
