import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { refusal, world, type Given } from "@/tests/setup/admin-world"
import type { PanelProps } from "@/components/admin/crud/options"
import { RefundBuyersPanel } from "./refund-buyers-panel"

type Props = PanelProps<"/document">
type Sums = Given<"GET /order/refund/buyers">

const row = { id: 4, title: "讲义", file_missing: true } as unknown as Props["rows"][number]
const sums = (more: Partial<Sums> = {}): Sums => ({ buyers: 2, orders: 3, fen: 0, amount: 27, unpaid: 0, ...more })

const show = async (...replies: [Sums, ...Sums[]]) => {
  world.answer("GET /order/refund/buyers", ...replies)
  const [reload, onClose] = [vi.fn(), vi.fn()]
  render(<RefundBuyersPanel rows={[row]} crud={{ reload } as unknown as Props["crud"]} onClose={onClose} />)
  await screen.findByText(/一共退还|没有要退的款|没有人买过/)
  return { reload, onClose }
}
const confirm = () => {
  fireEvent.change(screen.getByLabelText("备注"), { target: { value: "找不回来了" } })
  world.press("确认退款")
}

it("the sums are shown before the refund, and are what is agreed to", async () => {
  const { reload, onClose } = await show(sums({ fen: 250, unpaid: 1 }))
  expect(screen.getByText(/《讲义》的原文件缺失/).textContent).toBe(
    "《讲义》的原文件缺失。2 位购买者、3 个订单，一共退还 27 魔豆和2.50 元。另有 1 次购买没有花钱，或者用的是下载码，不用退。",
  )
  world.answer("POST /order/refund/buyers", { refunded: 3, failed: 0 })
  world.press("确认退款")
  await screen.findByText("请输入退款原因")
  expect(world.inputsOf("POST /order/refund/buyers")).toEqual([])
  confirm()
  await waitFor(() => expect(world.messages).toEqual(["退款已经受理"]))
  expect(world.inputsOf("POST /order/refund/buyers")).toEqual([{ document_id: 4, fen: 250, amount: 27, remark: "找不回来了" }])
  expect(reload).toHaveBeenCalledTimes(1)
  expect(onClose).toHaveBeenCalledTimes(1)
})

it("sums that have changed are shown anew and must be agreed to again", async () => {
  const { onClose } = await show(sums(), sums({ buyers: 3, orders: 4, amount: 36 }))
  world.answer("POST /order/refund/buyers", refusal(409, "要退的数目刚刚变了，请重新确认"), { refunded: 4, failed: 0 })
  confirm()
  await screen.findByText("要退的数目刚刚变了，请重新确认")
  await screen.findByText(/3 位购买者、4 个订单，一共退还 36 魔豆/)
  expect(onClose).not.toHaveBeenCalled()
  world.press("确认退款")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("POST /order/refund/buyers").map(({ amount }) => amount)).toEqual([27, 36])
})

it("orders that could not be refunded are named, and the rest can be tried again", async () => {
  const { reload, onClose } = await show(sums(), sums({ buyers: 1, orders: 1, amount: 9 }))
  world.answer("POST /order/refund/buyers", { refunded: 2, failed: 1 })
  confirm()
  await screen.findByText("退了 2 个订单，还有 1 个没有退成，可以再试一次。")
  await screen.findByText(/1 位购买者、1 个订单，一共退还 9 魔豆/)
  expect(world.messages).toEqual([])
  expect(reload).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
})

it.each([
  [0, "《讲义》的原文件缺失。没有人买过这份文档，不用退款。"],
  [2, "《讲义》的原文件缺失。没有要退的款：2 次购买没有花钱，或者用的是下载码。"],
])("without orders to refund there is nothing to confirm (%i unpaid)", async (unpaid, text) => {
  const { onClose } = await show(sums({ buyers: 0, orders: 0, amount: 0, unpaid }))
  expect(screen.getByText(/《讲义》/).textContent).toBe(text)
  expect(screen.queryByLabelText("备注")).toBeNull()
  world.press("知道了")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("POST /order/refund/buyers")).toEqual([])
})
