import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { ErrorCode } from "@/lib/contract/error-code"
import { Download } from "@/lib/contract/library/document"
import { VipType } from "@/lib/contract/money/membership.enums"
import { OrderType } from "@/lib/contract/money/order.enums"
import { MyDownloads } from "./my-downloads"

it("a purchase that has expired is offered again with its price", async () => {
  world.enter({ id: 9 })
  world.answer("GET /document/download", refusal(403, "这份文档需要先购买才能下载", { code: ErrorCode.purchaseRequired }))
  world.answer("GET /order/offer", { order_type: OrderType.document, product_id: 7, product_name: "年报", amount: 25, fen: 250 })
  world.answer("GET /user", { credit_count: 100 })
  world.answer("GET /settings", {})
  const row = Download.parse({ id: 1, document_id: 7, document_uuid: "u7", title: "年报", is_pay: true })
  render(<MyDownloads downloads={[row]} now={0} />)
  fireEvent.click(screen.getByRole("button", { name: "再次下载《年报》" }))
  const dialog = await screen.findByRole("dialog", { name: "文档下载" })
  await waitFor(() => expect(dialog.textContent).toContain("25 魔豆"))
})

it("a member downloads it again with the card, which is cheaper than buying it", async () => {
  const assign = vi.fn()
  vi.stubGlobal("location", { ...window.location, assign })
  world.enter({ id: 9, is_vip: true })
  world.set({ vip: { enable: true } })
  world.answer("GET /document/download", refusal(403, "这份文档需要先购买才能下载", { code: ErrorCode.purchaseRequired }))
  world.answer("GET /document", { id: 7, price: 25, is_vip: true })
  world.answer("GET /user/vip/active", { type: VipType.year, download: 10, download_used: 3, times: 0 })
  world.answer("GET /document/download/vip", { url: "/download/x" })
  const row = Download.parse({ id: 1, document_id: 7, document_uuid: "u7", title: "年报", is_pay: true })
  render(<MyDownloads downloads={[row]} now={0} />)
  fireEvent.click(screen.getByRole("button", { name: "再次下载《年报》" }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
  expect(world.asked).toEqual(["用会员次数下载"])
  expect(world.inputsOf("GET /order/offer")).toEqual([])
  vi.unstubAllGlobals()
})

it.each([
  ["without downloads left", { price: 25, is_vip: true }, 10],
  ["for a document that members pay for", { price: 25, is_vip: false }, 3],
])("a member is asked the price %s", async (_, document, download_used) => {
  world.enter({ id: 9, is_vip: true })
  world.set({ vip: { enable: true } })
  world.answer("GET /document/download", refusal(403, "这份文档需要先购买才能下载", { code: ErrorCode.purchaseRequired }))
  world.answer("GET /document", { id: 7, ...document })
  world.answer("GET /user/vip/active", { type: VipType.year, download: 10, download_used, times: 0 })
  world.answer("GET /order/offer", { order_type: OrderType.document, product_id: 7, product_name: "年报", amount: 25, fen: 250 })
  world.answer("GET /user", { credit_count: 100 })
  world.answer("GET /settings", {})
  const row = Download.parse({ id: 1, document_id: 7, document_uuid: "u7", title: "年报", is_pay: true })
  render(<MyDownloads downloads={[row]} now={0} />)
  fireEvent.click(screen.getByRole("button", { name: "再次下载《年报》" }))
  expect(await screen.findByRole("dialog", { name: "文档下载" })).toBeDefined()
  expect(world.messages).toEqual([])
})
