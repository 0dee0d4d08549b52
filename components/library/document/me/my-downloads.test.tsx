import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { ErrorCode } from "@/lib/contract/error-code"
import { Download } from "@/lib/contract/library/document"
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
