import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { ShareState } from "@/lib/contract/library/sharing.enums"
import { ShareLinksDialog } from "./share-links-dialog"

vi.mock("next/dynamic", () => import("../document/testing/next-dynamic"))

const link = (id: number, more: object = {}) => ({
  id,
  key: `key${id}`,
  document_id: 3,
  document_uuid: "abc",
  document_title: "函数",
  state: ShareState.ready,
  expires_at: null,
  created_at: "2026-11-29T08:00:00Z",
  ...more,
})
const document = { id: 3, title: "函数" }
const show = (of: typeof document | null = document) => render(<ShareLinksDialog document={of} onClose={() => undefined} />)

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close = vi.fn()
  world.enter({ id: 9 })
})

it("without links it leads to the first one, which is created with password, end, visits and download", async () => {
  world.answer("GET /document/share/list", { total: 0, share: [] })
  world.answer("POST /document/share", link(1))
  show()
  fireEvent.click(await screen.findByRole("button", { name: "新建链接" }))
  const box = within(await screen.findByRole("dialog", { name: "新建分享链接" }))
  fireEvent.change(box.getByLabelText("访问密码"), { target: { value: "abcd" } })
  fireEvent.change(box.getByLabelText("有效期"), { target: { value: "0" } })
  fireEvent.change(box.getByLabelText("最多访问次数"), { target: { value: "x" } })
  fireEvent.click(box.getByLabelText("可以下载原文件"))
  fireEvent.click(box.getByRole("button", { name: "新建" }))
  expect(await box.findByText("访问次数应为 1 到 999999 的整数")).toBeTruthy()
  expect(world.inputsOf("POST /document/share")).toEqual([])
  fireEvent.change(box.getByLabelText("最多访问次数"), { target: { value: "５" } })
  fireEvent.click(box.getByRole("button", { name: "新建" }))
  await waitFor(() =>
    expect(world.inputsOf("POST /document/share")).toEqual([
      { document_id: 3, password: "abcd", expires_at: "", max_visits: 5, download: true },
    ]),
  )
  await waitFor(() => expect(world.inputsOf("GET /document/share/list")).toHaveLength(2))
})

it("the owner of a priced document may pay for readers, and then says for how many", async () => {
  world.answer("GET /document/share/list", { total: 0, share: [] })
  world.answer("POST /document/share", refusal(400, "替读者付费时，访问次数应为 1 到 1000", { field: "max_visits" }))
  const priced = { ...document, price: 120 }
  render(<ShareLinksDialog document={priced} onClose={() => undefined} />)
  fireEvent.click(await screen.findByRole("button", { name: "新建链接" }))
  const box = within(await screen.findByRole("dialog", { name: "新建分享链接" }))
  fireEvent.click(box.getByLabelText(/替读者付费：每位读者最多扣 120/))
  fireEvent.click(box.getByRole("button", { name: "新建" }))
  expect(await box.findByText("替读者付费时要填最多访问次数")).toBeTruthy()
  fireEvent.change(box.getByLabelText("最多访问次数"), { target: { value: "2000" } })
  fireEvent.click(box.getByRole("button", { name: "新建" }))
  expect(await box.findByText("替读者付费时，访问次数应为 1 到 1000")).toBeTruthy()
  expect(world.inputsOf("POST /document/share")).toMatchObject([{ document_id: 3, max_visits: 2000, pays: true }])
})

it("a free document offers no payment, and a link with payments says for how many readers", async () => {
  world.answer("GET /document/share/list", { total: 1, share: [link(1, { pays: true, paid_visits: 3 })] })
  show()
  expect(await screen.findByText("已替 3 位读者付费")).toBeTruthy()
  fireEvent.click(screen.getByRole("button", { name: "新建链接" }))
  const box = within(await screen.findByRole("dialog", { name: "新建分享链接" }))
  expect(box.queryByLabelText(/替读者付费/)).toBeNull()
})

it("a password that the server refuses is said at its field, and nothing is lost", async () => {
  world.answer("GET /document/share/list", { total: 0, share: [] })
  world.answer("POST /document/share", refusal(400, "访问密码至少 4 个字符", { field: "password" }))
  show()
  fireEvent.click(await screen.findByRole("button", { name: "新建链接" }))
  const box = within(await screen.findByRole("dialog", { name: "新建分享链接" }))
  fireEvent.change(box.getByLabelText("访问密码"), { target: { value: "abc" } })
  fireEvent.click(box.getByRole("button", { name: "新建" }))
  expect(await box.findByText("访问密码至少 4 个字符")).toBeTruthy()
  expect(box.getByLabelText<HTMLInputElement>("访问密码").value).toBe("abc")
})

it("shows visits and state; an ended link has no address; revoking asks first", async () => {
  const share = [
    link(1, { visits: 2, max_visits: 5, has_password: true, state: ShareState.password }),
    link(2, { state: ShareState.revoked }),
  ]
  world.answer("GET /document/share/list", { total: 2, share })
  world.answer("DELETE /document/share", {})
  show()
  expect((await screen.findAllByRole("textbox")).map((box) => (box as HTMLInputElement).value)).toEqual([
    `${window.location.origin}/s/key1`,
  ])
  expect(screen.getByText(/访问 2 \/ 5 次/)).toBeTruthy()
  expect(screen.getByText("要访问密码")).toBeTruthy()
  expect(screen.getByText("已失效")).toBeTruthy()
  const revoke = screen.getByRole("button", { name: /^撤销/ })
  world.agree = false
  fireEvent.click(revoke)
  await waitFor(() => expect(world.asked).toEqual(["撤销分享链接"]))
  expect(world.inputsOf("DELETE /document/share")).toEqual([])
  world.agree = true
  fireEvent.click(revoke)
  await waitFor(() => expect(world.inputsOf("DELETE /document/share")).toEqual([{ id: 1 }]))
})

it("of all documents: with titles, page by page, and without a button for a new link", async () => {
  world.answer("GET /document/share/list", ({ page = 1 }) => ({
    total: 21,
    share: Array.from({ length: page === 1 ? 20 : 1 }, (_, at) => link((page as number) * 100 + at)),
  }))
  show(null)
  expect(await screen.findAllByText("函数")).toHaveLength(20)
  fireEvent.click(screen.getByRole("button", { name: "加载更多" }))
  await waitFor(() => expect(screen.getAllByText("函数")).toHaveLength(21))
  expect(screen.queryByRole("button", { name: "加载更多" })).toBeNull()
  expect(screen.queryByRole("button", { name: "新建链接" })).toBeNull()
})

it("a list that did not arrive can be requested again", async () => {
  world.answer("GET /document/share/list", refusal(503, "稍后再试"))
  show()
  expect(await screen.findByText("稍后再试")).toBeTruthy()
  world.answer("GET /document/share/list", { total: 0, share: [] })
  fireEvent.click(screen.getByRole("button", { name: "重试" }))
  expect(await screen.findByText("还没有分享链接")).toBeTruthy()
})
