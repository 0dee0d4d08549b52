import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { refusal, world } from "@/tests/setup/admin-world"
import { ReviewDesk } from "./review-desk"
import { undoMs } from "./use-desk"

const due = "2026-12-01T08:00:00Z"
const item = (kind: number, id: number, title: string) => ({ kind, id, title, waiting_since: "2026-11-30T08:00:00Z", due_at: due })
const items = [item(ReviewKind.document, 1, "讲义"), item(ReviewKind.article, 2, "公告"), item(ReviewKind.comment, 3, "加微信")]

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-30T09:00:00Z") })
  world.grant("ReviewAPI/ListReview", "ReviewAPI/DecideReview")
  world.reply({
    "GET /review/list": { total: 3, review: items, kinds: [{ kind: 1, total: 1 }] },
    "GET /review": ({ kind, id }) => ({ ...items.find((one) => one.kind === kind && one.id === id)!, uuid: "u", pages: 1 }),
    "PUT /review/claim": { user_id: 1, username: "管理员" },
    "DELETE /review/claim": {},
    "POST /review/verdict": {},
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const current = () => screen.getByRole("list", { name: "等待审核" }).querySelector("[aria-current]")?.querySelector("b")?.textContent
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const isReady = () => waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: /通过/ }).disabled).toBe(false))
const show = async () => {
  const view = render(<ReviewDesk />)
  await screen.findByRole("heading", { name: "讲义" })
  await isReady()
  return view
}
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it("J and K move through the queue, each item is claimed, and its claim ends with the next", async () => {
  await show()
  expect(current()).toBe("讲义")
  press("j")
  await screen.findByRole("heading", { name: "公告" })
  expect(current()).toBe("公告")
  press("k")
  await waitFor(() => expect(current()).toBe("讲义"))
  expect(world.inputsOf("PUT /review/claim")).toMatchObject([
    { kind: 1, id: 1 },
    { kind: 2, id: 2 },
    { kind: 1, id: 1 },
  ])
  await waitFor(() => expect(world.inputsOf("DELETE /review/claim")).toContainEqual({ kind: 2, id: 2 }))
})

it("A approves after ten seconds; until then U takes the verdict back and keeps the claim", async () => {
  await show()
  press("a")
  await waitFor(() => expect(current()).toBe("公告"))
  expect(within(screen.getByRole("list", { name: "等待审核" })).queryByText("讲义")).toBeNull()
  expect(world.inputsOf("DELETE /review/claim")).toEqual([])
  press("u")
  await waitFor(() => expect(current()).toBe("讲义"))
  await later(undoMs + 1_000)
  expect(world.inputsOf("POST /review/verdict")).toEqual([])
  await isReady()
  press("a")
  await later(undoMs + 1_000)
  expect(world.inputsOf("POST /review/verdict")).toEqual([{ kind: 1, id: 1, approve: true }])
})

it("R asks for a reason from a chip, and letters typed there are no keys of the desk", async () => {
  await show()
  press("r")
  const field = await screen.findByLabelText<HTMLTextAreaElement>("原因，作者会看到")
  fireEvent.keyDown(field, { key: "a" })
  expect(current()).toBe("讲义")
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "确定退回" }).disabled).toBe(true)
  fireEvent.click(screen.getByRole("button", { name: "涉嫌侵犯版权" }))
  fireEvent.click(screen.getByRole("button", { name: "确定退回" }))
  await later(undoMs + 1_000)
  expect(world.inputsOf("POST /review/verdict")).toEqual([{ kind: 1, id: 1, approve: false, reason: "涉嫌侵犯版权" }])
})

it("a verdict that is refused after the hold keeps its typed reason, and the end of the session offers the login", async () => {
  world.reply({ "POST /review/verdict": refusal(401, "请先登录") })
  await show()
  press("r")
  fireEvent.change(await screen.findByLabelText("原因，作者会看到"), { target: { value: "第三页有误" } })
  fireEvent.click(screen.getByRole("button", { name: "确定退回" }))
  await later(undoMs + 1_000)
  await waitFor(() => expect(world.messages.join()).toContain("“讲义”没有审核成功：请先登录"))
  fireEvent.click(screen.getByRole("button", { name: /^讲义/ }))
  await isReady()
  press("r")
  expect((await screen.findByLabelText<HTMLTextAreaElement>("原因，作者会看到")).value).toBe("第三页有误")
})

it("what a colleague works on cannot be decided", async () => {
  world.answer("PUT /review/claim", refusal(409, "苏青 正在审核这一项"))
  render(<ReviewDesk />)
  expect(await screen.findByText("苏青 正在审核这一项")).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /通过/ }).disabled).toBe(true)
  press("a")
  await later(undoMs + 1_000)
  expect(world.inputsOf("POST /review/verdict")).toEqual([])
})

it("leaving the desk sends what is held back", async () => {
  const { unmount } = await show()
  press("a")
  await waitFor(() => expect(current()).toBe("公告"))
  unmount()
  expect(world.inputsOf("POST /review/verdict")).toEqual([{ kind: 1, id: 1, approve: true }])
})

it("the text of a document is one click away, with the words of its hits marked wherever they stand", async () => {
  const hit = { word: "加微信", category: 8, action: 2, field: "text", page: 2, excerpt: "请加微信" }
  world.reply({
    "GET /review": () => ({
      ...items[0]!,
      uuid: "u",
      pages: 3,
      hits: [hit],
      text: [
        { page: 1, text: "第一页没有" },
        { page: 2, text: "请加微信，或加微信群" },
      ],
    }),
  })
  await show()
  expect(screen.queryByText(/第一页没有/)).toBeNull()
  fireEvent.click(screen.getByRole("button", { name: "文字" }))
  expect([...screen.getByRole("region", { name: "第 2 页" }).querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
    "加微信",
    "加微信",
  ])
  expect(screen.getByText(/后面的请打开文档看/)).toBeTruthy()
})

it("what a content-safety service says stands beside the thing: its level, and the place, category and words of each problem", async () => {
  const finding = { place: "text", page: 3, category: 2, label: "Porn", score: 98, words: ["某词", "别的词"] }
  const safety = [
    { kind: 1, provider: "tencent", level: 1, checked_at: "2026-11-30T08:30:00Z", findings: [] },
    {
      kind: 2,
      provider: "aliyun",
      level: 3,
      checked_at: "2026-11-30T08:30:00Z",
      findings: [finding, { ...finding, place: "picture", words: [] }],
    },
  ]
  world.reply({ "GET /review": () => ({ ...items[0]!, uuid: "u", pages: 1, safety }) })
  await show()
  expect(screen.getByText("没有发现问题")).toBeTruthy()
  expect(screen.getByText(/文档 · 腾讯云天御/)).toBeTruthy()
  expect(screen.getByText("建议拦截")).toBeTruthy()
  expect(screen.getByText("第 3 页文字：色情（Porn，98 分） 某词、别的词")).toBeTruthy()
  expect(screen.getByText("第 3 页图片：色情（Porn，98 分）")).toBeTruthy()
})

it("a document with nearly the same text is named, and its pages stand beside those in review", async () => {
  const near = { id: 9, uuid: "v", title: "抄来的讲义", username: "王五", status: 2, pages: 2, likeness: 0.93, is_banned: true }
  world.reply({ "GET /review": () => ({ ...items[0]!, uuid: "u", pages: 1, duplicates: [near] }) })
  await show()
  expect(screen.getByText(/93% 相同 · 王五/)).toBeTruthy()
  expect(screen.getByText("内容已封禁")).toBeTruthy()
  fireEvent.click(screen.getByRole("button", { name: "抄来的讲义" }))
  const beside = within(screen.getByRole("region", { name: "疑似重复的文档" }))
  expect(beside.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual(["抄来的讲义 第 1 页", "抄来的讲义 第 2 页"])
  expect(screen.getByRole("img", { name: "讲义 第 1 页" })).toBeTruthy()
  fireEvent.click(beside.getByRole("button", { name: "收起" }))
  expect(screen.queryByRole("region", { name: "疑似重复的文档" })).toBeNull()
})

it("an appeal is upheld or, with a reason, the decision stands", async () => {
  const waiting = { ...item(ReviewKind.appeal, 8, "文档《讲义》没有通过审核"), user: { id: 7, username: "林知夏" } }
  world.reply({
    "GET /review/list": { total: 1, review: [waiting], kinds: [{ kind: ReviewKind.appeal, total: 1 }] },
    "GET /review": () => waiting,
    "GET /appeal": { id: 8, title: waiting.title, content: "是我写的", reason: "缺页", in_effect: true },
  })
  render(<ReviewDesk />)
  expect(await screen.findByText("是我写的")).toBeTruthy()
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: /^申诉成立/ }).disabled).toBe(false))
  press("r")
  fireEvent.change(await screen.findByLabelText("维持原处理的理由，申诉人会看到"), { target: { value: "确实缺页" } })
  fireEvent.click(screen.getByRole("button", { name: "确定维持原处理" }))
  await later(undoMs + 1_000)
  expect(world.inputsOf("POST /review/verdict")).toEqual([{ kind: ReviewKind.appeal, id: 8, approve: false, reason: "确实缺页" }])
})

it("a failed refund is requested again, or closed with a reason", async () => {
  const waiting = { ...item(ReviewKind.refund, 9, "高等数学"), user: { id: 7, username: "林知夏" } }
  world.reply({
    "GET /review/list": { total: 1, review: [waiting], kinds: [{ kind: ReviewKind.refund, total: 1 }] },
    "GET /review": () => ({ ...waiting, order_no: "20261120120000123456" }),
    "GET /order/refund": { refund: [{ id: 9, refund_no: "R1", status: 3, fen: 1_000, detail: "refused NOT_ENOUGH", remark: "买错了" }] },
  })
  render(<ReviewDesk />)
  expect(await screen.findByText("支付平台：refused NOT_ENOUGH")).toBeTruthy()
  expect(screen.getByText("20261120120000123456")).toBeTruthy()
  expect(screen.getByText("买家")).toBeTruthy()
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: /^重新退款/ }).disabled).toBe(false))
  press("r")
  fireEvent.change(await screen.findByLabelText("不再退款的原因，写进退款记录"), { target: { value: "已转账" } })
  fireEvent.click(screen.getByRole("button", { name: "确定不再退款" }))
  await later(undoMs + 1_000)
  expect(world.inputsOf("POST /review/verdict")).toEqual([{ kind: ReviewKind.refund, id: 9, approve: false, reason: "已转账" }])
})

it("a signature that waits has its words marked, and the public one beside it", async () => {
  const waiting = { ...item(ReviewKind.profile, 7, "加微信"), user: { id: 7, username: "林知夏" } }
  const hit = { word: "微信", category: 7, action: 2, field: "signature", excerpt: "加微信" }
  world.reply({
    "GET /review/list": { total: 1, review: [waiting], kinds: [{ kind: ReviewKind.profile, total: 1 }] },
    "GET /review": () => ({ ...waiting, content: "加微信", description: "原来的签名", hits: [hit] }),
  })
  render(<ReviewDesk />)
  expect(await screen.findByText("现在的签名")).toBeTruthy()
  expect(screen.getByText("原来的签名")).toBeTruthy()
  expect(document.querySelector("blockquote mark")?.textContent).toBe("微信")
})

it("several rows are rejected with one reason after ten seconds; those that fail are listed", async () => {
  const failed = [{ kind: ReviewKind.comment, id: 3, message: "苏青 正在审核这一项" }]
  world.reply({ "POST /review/verdict/batch": { decided: 1, failed } })
  await show()
  fireEvent.click(screen.getByRole("checkbox", { name: "选择“公告”" }))
  fireEvent.click(screen.getByRole("checkbox", { name: "选择“加微信”" }))
  const bar = within(screen.getByRole("region", { name: "批量审核" }))
  fireEvent.click(bar.getByRole("button", { name: "退回 2 项" }))
  fireEvent.click(bar.getByRole("button", { name: "涉嫌侵犯版权" }))
  fireEvent.click(bar.getByRole("button", { name: "退回 2 项" }))
  await waitFor(() => expect(screen.queryByRole("region", { name: "批量审核" })).toBeNull())
  expect(current()).toBe("讲义")
  expect(world.inputsOf("POST /review/verdict/batch")).toEqual([])
  await later(undoMs + 1_000)
  const item = [
    { kind: ReviewKind.article, id: 2 },
    { kind: ReviewKind.comment, id: 3 },
  ]
  expect(world.inputsOf("POST /review/verdict/batch")).toEqual([{ item, approve: false, reason: "涉嫌侵犯版权" }])
  expect(await screen.findByText("“加微信”：苏青 正在审核这一项")).toBeTruthy()
  fireEvent.click(screen.getByRole("button", { name: "知道了" }))
  expect(screen.queryByText(/苏青/)).toBeNull()
})

it("U takes a batch back as a whole; comments alone are rejected without a reason", async () => {
  await show()
  fireEvent.click(screen.getByRole("checkbox", { name: "选择“讲义”" }))
  fireEvent.click(screen.getByRole("checkbox", { name: "选择“公告”" }))
  fireEvent.click(screen.getByRole("button", { name: "通过 2 项" }))
  await waitFor(() => expect(current()).toBe("加微信"))
  press("u")
  await waitFor(() => expect(current()).toBe("讲义"))
  await later(undoMs + 1_000)
  expect(world.inputsOf("POST /review/verdict/batch")).toEqual([])
  fireEvent.click(screen.getByRole("checkbox", { name: "选择“加微信”" }))
  fireEvent.click(screen.getByRole("button", { name: "退回 1 项" }))
  await later(undoMs + 1_000)
  expect(world.inputsOf("POST /review/verdict")).toEqual([{ kind: 3, id: 3, approve: false }])
})

it("rows whose kind must be read one by one cannot be chosen", async () => {
  const waiting = { ...item(ReviewKind.appeal, 8, "文档《讲义》没有通过审核") }
  world.reply({
    "GET /review/list": { total: 1, review: [waiting], kinds: [{ kind: ReviewKind.appeal, total: 1 }] },
    "GET /review": () => waiting,
    "GET /appeal": { id: 8, title: waiting.title, content: "是我写的", in_effect: true },
  })
  render(<ReviewDesk />)
  expect(await screen.findByText("是我写的")).toBeTruthy()
  expect(screen.queryByRole("checkbox")).toBeNull()
})
