import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/admin-world"
import Page from "@/app/admin/order/page"
import { DowncodeStatus } from "@/lib/contract/money/download-code.enums"

const code = (id: number, status: number, more: object = {}) => ({
  id,
  batch_id: 3,
  hint: `K${id}PM`,
  status,
  remark: "公众号",
  max_price: 30,
  ...more,
})
const used = { user_id: 7, username: "小林", order_no: "20261120120000123456", product_name: "年报", product_uuid: "u7" }
const downloads: { name: string; text: string }[] = []
const open = async (...rights: Parameters<typeof world.grant>) => {
  world.answer("GET /downcode/list", { total: 2, downcode: [code(1, DowncodeStatus.unused), code(2, DowncodeStatus.used, used)] })
  world.answer("GET /order/list", { total: 0, order: [] })
  world.grant(...rights)
  window.history.replaceState(null, "", "/admin/order?tab=code")
  render(<Page />)
  await screen.findByText("K1PM-…")
}

beforeEach(() => {
  downloads.length = 0
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    const entry = { name: "", text: "" }
    downloads.push(entry)
    void (blob as Blob).text().then((text) => (entry.text = text))
    return "blob:x"
  })
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined)
})

it("is a tab beside the orders for users with both permissions, and alone without the order permission", async () => {
  await open("OrderAPI/ListOrder", "DowncodeAPI/ListDowncode")
  const tabs = within(screen.getByRole("navigation", { name: "订单管理" }))
  expect(tabs.getAllByRole("link").map((link) => link.textContent)).toEqual(["订单", "下载码"])
  expect(tabs.getByRole("link", { name: "下载码" }).getAttribute("aria-current")).toBe("page")
  expect(world.inputsOf("GET /order/list")).toEqual([])
})

it("a zero limit is shown as unlimited", async () => {
  world.answer("GET /downcode/list", { total: 1, downcode: [code(1, DowncodeStatus.unused, { max_price: 0 })] })
  world.grant("DowncodeAPI/ListDowncode")
  window.history.replaceState(null, "", "/admin/order?tab=code")
  render(<Page />)
  expect(await screen.findByText("不限")).toBeDefined()
})

it("a user who may only view codes sees no tabs, and the filters keep the tab in the address", async () => {
  await open("DowncodeAPI/ListDowncode")
  expect(screen.queryByRole("navigation", { name: "订单管理" })).toBeNull()
  fireEvent.click(screen.getByRole("button", { name: "已使用" }))
  await waitFor(() => expect(window.location.search).toBe(`?tab=code&status=${DowncodeStatus.used}`))
  expect(screen.queryByRole("button", { name: /生成下载码/ })).toBeNull()
  expect(screen.queryByRole("button", { name: /^作废 / })).toBeNull()
})

it("a batch is generated and shown once: as a file, with a confirmation before it is lost", async () => {
  await open("DowncodeAPI/ListDowncode", "DowncodeAPI/CreateDowncode")
  world.answer("POST /downcode", { batch_id: 9, remark: "第三批", downcode: ["AAAA-BBBB-CCCC-DDDD-EEEE", "FFFF-GGGG-HHHH-JJJJ-KKKK"] })
  fireEvent.click(screen.getByRole("button", { name: "生成下载码" }))
  fireEvent.change(await screen.findByLabelText("数量"), { target: { value: "2" } })
  fireEvent.change(screen.getByLabelText("备注"), { target: { value: "第三批" } })
  fireEvent.click(screen.getByRole("button", { name: /^生\s?成$/ }))
  const codes = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "下载码" })
  expect(codes.value).toBe("AAAA-BBBB-CCCC-DDDD-EEEE\nFFFF-GGGG-HHHH-JJJJ-KKKK")
  expect(world.inputsOf("POST /downcode")).toEqual([{ count: 2, remark: "第三批", expired_at: "" }])
  world.agree = false
  fireEvent.click(screen.getAllByRole("button", { name: /close|关闭/i }).at(-1)!)
  await waitFor(() => expect(world.asked).toEqual(["下载码还没有保存"]))
  expect(screen.getByRole("textbox", { name: "下载码" })).toBeDefined()
  fireEvent.click(screen.getAllByRole("button", { name: "导出 CSV" }).at(-1)!)
  await waitFor(() => expect(downloads.map(({ text }) => text).join("")).toContain("FFFF-GGGG-HHHH-JJJJ-KKKK,第三批"))
})

it("one code or the rest of its batch is revoked after a confirmation; a used code has no actions", async () => {
  await open("DowncodeAPI/ListDowncode", "DowncodeAPI/RevokeDowncode")
  world.answer("PUT /downcode/revoke", { count: 1 }, { count: 4 })
  expect(screen.queryByRole("button", { name: "更多操作 K2PM-…" })).toBeNull()
  fireEvent.click(screen.getByRole("button", { name: "更多操作 K1PM-…" }))
  fireEvent.click(await screen.findByRole("menuitem", { name: "作废" }))
  await waitFor(() => expect(world.inputsOf("PUT /downcode/revoke")).toEqual([{ id: [1] }]))
  expect(world.asked).toEqual(["作废“K1PM”开头的下载码？"])
  await waitFor(() => expect(world.messages).toEqual(["已作废 1 个下载码"]))
  fireEvent.click(screen.getByRole("button", { name: "更多操作 K1PM-…" }))
  fireEvent.click(await screen.findByRole("menuitem", { name: "作废这一批" }))
  await waitFor(() => expect(world.inputsOf("PUT /downcode/revoke").at(-1)).toEqual({ batch_id: [3] }))
})
