import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { forgetRechargeOffer } from "@/components/money/recharge/use-recharge-offer"
import { UserCard } from "./user-card"

const offer = { enable: true, recharge_discount: "100:1", credit_name: "魔豆", credit_exchange: 10 }

beforeEach(() => {
  forgetRechargeOffer()
  world.answer("GET /settings/recharge", offer)
})

it("offers 充值 beside the credits of a logged-in user", async () => {
  world.enter({ id: 7, credit_count: 30 })
  render(<UserCard />)
  const button = await screen.findByRole("button", { name: "充值" })
  expect(button.parentElement!.textContent).toMatch(/^30/)
  fireEvent.click(button)
  expect(await screen.findByRole("dialog", { hidden: true })).toBeTruthy()
})

it("offers no 充值 while the site sells no credits, and none to a visitor", async () => {
  world.answer("GET /settings/recharge", { ...offer, enable: false })
  world.enter({ id: 7, credit_count: 30 })
  const { unmount } = render(<UserCard />)
  await waitFor(() => expect(world.inputsOf("GET /settings/recharge")).toHaveLength(1))
  expect(screen.queryByRole("button", { name: "充值" })).toBeNull()
  unmount()
  world.leave()
  world.api.mockClear()
  render(<UserCard />)
  expect(screen.queryByRole("button", { name: "充值" })).toBeNull()
  expect(world.api).not.toHaveBeenCalled()
})
