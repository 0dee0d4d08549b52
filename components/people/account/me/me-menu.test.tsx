import { fireEvent, render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { MeMenu } from "./me-menu"

const counts = { documents: 0, articles: 0, favorites: 0, downloads: 0, orders: 0 }

it("lists the pages that the back end has", () => {
  world.set({ display: { show_order: true } })
  render(<MeMenu counts={counts} />)
  expect(screen.getByRole("link", { name: "我的订单" })).toBeTruthy()
  expect(screen.getByRole("link", { name: "我的VIP" })).toBeTruthy()
})

it("logs out from every page of the personal area [security: 7.4.4]", () => {
  world.set({})
  world.enter({ id: 7 })
  render(<MeMenu counts={counts} />)
  fireEvent.click(screen.getByRole("button", { name: "退出登录" }))
  expect(world.session.getState().logOut).toHaveBeenCalled()
})

it("omits pages that the back end does not have", () => {
  world.set({ capabilities: { absent: ["GET /user/order", "GET /user/vip"] } })
  render(<MeMenu counts={counts} />)
  expect(screen.queryByRole("link", { name: "我的订单" })).toBeNull()
  expect(screen.queryByRole("link", { name: "我的VIP" })).toBeNull()
  expect(screen.getByRole("link", { name: "我的收藏" })).toBeTruthy()
})

it("lists the orders for a user who has some, even if the site hides them", () => {
  const { rerender } = render(<MeMenu counts={counts} />)
  expect(screen.queryByRole("link", { name: "我的订单" })).toBeNull()
  rerender(<MeMenu counts={{ ...counts, orders: 2 }} />)
  expect(screen.getByRole("link", { name: "我的订单2" })).toBeTruthy()
})
