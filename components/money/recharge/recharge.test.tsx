import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { OrderStatus, OrderType } from "@/lib/contract/money/order.enums"
import { RechargeButton, RechargeRow } from "./recharge-row"
import { forgetRechargeOffer } from "./use-recharge-offer"

const offer = { enable: true, recharge_discount: "100:1\n500:0.95\n1000:0.9\nabc", credit_name: "积分", credit_exchange: 10 }
const order_no = "20261120120000123456"

beforeEach(() => forgetRechargeOffer())

const open = async () => {
  world.answer("GET /settings/recharge", offer)
  render(<RechargeRow className="menu-row" />)
  fireEvent.click(await screen.findByRole("button", { name: "积分充值" }))
  return within(await screen.findByRole("dialog", { hidden: true }))
}
type Panel = Awaited<ReturnType<typeof open>>
const payableText = (dialog: Panel) => dialog.getByText(/^应付/).textContent

const radios = (dialog: Panel) =>
  dialog.getAllByRole<HTMLInputElement>("radio", { hidden: true }).map((radio) => [radio.closest("label")!.textContent, radio.checked])

it("is absent while the site sells no credits", async () => {
  world.answer("GET /settings/recharge", { ...offer, enable: false })
  const { container } = render(<RechargeRow className="menu-row" />)
  await waitFor(() => expect(world.api).toHaveBeenCalledTimes(1))
  expect(container.textContent).toBe("")
})

it("names the credits as the rest of the site does, whatever the offer calls them", async () => {
  world.set({ system: { credit_name: "书签" } })
  expect(radios(await open())[0]![0]).toBe("100 书签无折扣10.00 元")
})

it("shows the tiers with badge and prices, the first one selected, and skips invalid lines", async () => {
  expect(radios(await open()).slice(0, 3)).toEqual([
    ["100 魔豆无折扣10.00 元", true],
    ["500 魔豆9.5折47.50 元50.00 元", false],
    ["1,000 魔豆9.0折90.00 元100.00 元", false],
  ])
})

it("a card copies its amount to the field; a typed amount has its own price, and 0 cannot be sent", async () => {
  const dialog = await open()
  const field = dialog.getByRole<HTMLInputElement>("spinbutton", { hidden: true })
  const send = dialog.getByRole<HTMLButtonElement>("button", { name: "立即充值", hidden: true })
  fireEvent.click(dialog.getAllByRole("radio", { hidden: true })[1]!)
  expect([field.value, payableText(dialog)]).toEqual(["500", "应付 47.50 元"])
  fireEvent.change(field, { target: { value: "700" } })
  expect([radios(dialog)[3]![1], payableText(dialog)]).toEqual([true, "应付 66.50 元"])
  for (const value of ["0", "", "1.5", "2000000"]) {
    fireEvent.change(field, { target: { value } })
    expect([value, send.disabled]).toEqual([value, true])
  }
})

it("an amount that cannot be ordered says why under the field, and never by the browser's own tooltip", async () => {
  const dialog = await open()
  const field = dialog.getByRole<HTMLInputElement>("spinbutton", { hidden: true })
  const send = dialog.getByRole<HTMLButtonElement>("button", { name: "立即充值", hidden: true })
  const problems = ["735", "五百", "1.5", "2000000"].map((value) => {
    fireEvent.change(field, { target: { value } })
    return [field.getAttribute("aria-invalid"), send.disabled, dialog.getByRole("alert", { hidden: true }).textContent]
  })
  expect(problems).toEqual([
    ["true", true, "请输入 10 的倍数"],
    ["true", true, "请输入数字，例如 100"],
    ["true", true, "请输入 1 到 1,000,000 之间的整数"],
    ["true", true, "请输入 1 到 1,000,000 之间的整数"],
  ])
  fireEvent.change(field, { target: { value: "７００" } })
  expect([field.validationMessage, send.disabled, payableText(dialog)]).toEqual(["", false, "应付 66.50 元"])
  fireEvent.change(field, { target: { value: "735" } })
  fireEvent.keyDown(field, { key: "ArrowUp" })
  expect(field.value).toBe("740")
})

it("sends only the amount, opens the order, and closes", async () => {
  const dialog = await open()
  world.answer("POST /order", { order_no, status: OrderStatus.pending })
  fireEvent.click(dialog.getByRole("button", { name: "立即充值", hidden: true }))
  await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(`/order?order_no=${order_no}`))
  expect(world.inputsOf("POST /order")).toEqual([{ order_type: OrderType.recharge, quantity: 100 }])
  await waitFor(() => expect(screen.queryByRole("dialog", { hidden: true })).toBeNull())
})

it("shows the general error message if the server gives none", async () => {
  const dialog = await open()
  world.answer("POST /order", refusal(500, ""))
  fireEvent.click(dialog.getByRole("button", { name: "立即充值", hidden: true }))
  await waitFor(() => expect(world.messages).toEqual(["! 订单创建失败"]))
})

it("the button beside a balance opens the dialog with what the page has read, and is absent without an offer", async () => {
  const { rerender, container } = render(<RechargeButton offer={null} />)
  expect(container.textContent).toBe("")
  rerender(<RechargeButton offer={offer} />)
  fireEvent.click(screen.getByRole("button", { name: "充值" }))
  expect(await screen.findByRole("dialog", { hidden: true })).toBeDefined()
  expect(world.api).not.toHaveBeenCalled()
})
