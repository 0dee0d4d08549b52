import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { dailyMeasures } from "@/lib/contract/operations/daily-count.measures"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { day } from "@/lib/rules/time"
import { daysAgo } from "@/lib/view/library/list/date-range"
import { Overview } from "./overview"

const none = Object.fromEntries(dailyMeasures.map((name) => [name, 0])) as Record<(typeof dailyMeasures)[number], number>
const series = (days: number) => ({
  counted_at: "2026-06-15T02:12:00Z",
  day: Array.from({ length: days }, (_, at) => ({
    ...none,
    day: `2026-06-${String(at + 1).padStart(2, "0")}`,
    view: at * 10,
    income: 12_345,
  })),
  before: { ...none, view: 15 },
})
const total = (value: number) => ({ total: value })
const document = (id: number, more: object = {}) => ({
  id,
  uuid: `u${id}`,
  title: `文档 ${id}`,
  ext: ".pdf",
  status: DocumentStatus.converted,
  download_count: 1_000 + id,
  view_count: 2_000,
  created_at: "2026-06-01T00:00:00Z",
  ...more,
})
const stats = { user_count: 3, document_count: 5, article_count: 1, comment_count: 9, version: "1.0.0" }

beforeEach(() => {
  world.goTo("/admin/dashboard")
  world.reply({ "GET /stats": stats })
})

describe("pending tasks", () => {
  beforeEach(() => world.grant("DocumentAPI/ListDocument", "OrderAPI/ListOrder", "ReportAPI/ListReport"))
  const lists = (waits: number) =>
    world.reply({
      "GET /document/list": ({ status }) => ({ total: String(status) === String(DocumentStatus.reviewing) ? waits : 0, document: [] }),
      "GET /order/list": { ...total(0), order: [] },
      "GET /report/list": { ...total(0), report: [] },
    })

  it("come first, as links to exactly the matching lists that the user may open", async () => {
    lists(4)
    render(<Overview />)
    const links = await within(await screen.findByRole("region", { name: "等你处理" })).findAllByRole("link")
    await waitFor(() => expect(links[0]!.textContent).toBe("4份待审核的文档"))
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/admin/document/list?status=6",
      "/admin/document/list?status=3",
      "/admin/report?status=false",
      "/admin/order?refund_status=1&refund_status=3",
    ])
    expect(links.map((link) => link.hasAttribute("data-todo"))).toEqual([true, false, false, false])
    expect(world.inputsOf("GET /order/list")).toEqual([{ refund_status: [1, 3], page: 1, size: 1 }])
    expect(screen.queryByText("都处理完了")).toBeNull()
  })

  it("show a message when nothing is pending", async () => {
    lists(0)
    render(<Overview />)
    expect(await screen.findByText("都处理完了")).toBeTruthy()
  })

  it("a count that cannot be loaded is blank, and can be retried", async () => {
    lists(0)
    world.reply({ "GET /report/list": refusal(500, "服务器出了点问题") })
    render(<Overview />)
    const alert = await screen.findByRole("alert")
    expect(screen.getByRole("link", { name: /待处理的举报/ }).textContent).toContain("—")
    expect(screen.queryByText("都处理完了")).toBeNull()
    world.reply({ "GET /report/list": { ...total(2), report: [] } })
    fireEvent.click(within(alert).getByRole("button", { name: "重新加载" }))
    await waitFor(() => expect(screen.getByRole("link", { name: /待处理的举报/ }).textContent).toContain("2"))
  })

  it("the first of each kind are decided in place: approved, which can be undone, and converted again", async () => {
    lists(0)
    world.reply({
      "GET /document/list": ({ status }) =>
        String(status) === String(DocumentStatus.reviewing)
          ? { total: 4, document: [document(1, { status: DocumentStatus.reviewing, username: "周小满", pages: 24 })] }
          : { total: 1, document: [document(2, { status: DocumentStatus.failed, convert_error: "文件不完整" })] },
      "GET /report/list": { ...total(1), report: [{ id: 5, reason: 7, document_title: "植物的一生", reporter_remark: "没有授权" }] },
      "PUT /document/check": {},
      "PUT /document/reconvert": { count: 1 },
    })
    render(<Overview />)
    const reviewed = await screen.findByRole("region", { name: "待审核的文档" })
    expect(reviewed.textContent).toContain("周小满")
    expect(within(reviewed).getByRole("link", { name: "全部待审核的文档" }).getAttribute("href")).toBe("/admin/document/list?status=6")
    expect(within(reviewed).queryByRole("button"), "not without the permission").toBeNull()
    expect(screen.getByRole("region", { name: "待处理的举报" }).textContent).toContain("“侵犯版权” · 植物的一生“没有授权”")
    act(() =>
      world.grant(
        "DocumentAPI/ListDocument",
        "ReportAPI/ListReport",
        "ReportAPI/UpdateReport",
        "DocumentAPI/CheckDocument",
        "DocumentAPI/SetDocumentReconvert",
      ),
    )
    expect(await screen.findByRole("button", { name: "打开对“植物的一生”的举报" })).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "通过“文档 1”" }))
    await waitFor(() => expect(world.inputsOf("PUT /document/check")).toEqual([{ id: [1], status: DocumentStatus.pending }]))
    fireEvent.click(await screen.findByRole("button", { name: "重新转换“文档 2”" }))
    await waitFor(() => expect(world.inputsOf("PUT /document/reconvert")).toEqual([{ id: [2] }]))
    expect(screen.getByRole("region", { name: "转换失败的文档" }).textContent).toContain("文件不完整")
  })

  it("a back end that cannot filter by refunds does not receive that filter", async () => {
    lists(0)
    world.set({ capabilities: { absent: ["GET /order/list refund_status"] } })
    render(<Overview />)
    await screen.findByText("都处理完了")
    expect(screen.queryByText("没有退完的款")).toBeNull()
  })
})

describe("the trends", () => {
  beforeEach(() => {
    world.grant("DashboardAPI/GetSeries")
    world.reply({ "GET /dashboard/series": series(3) })
  })
  const chart = () => screen.findByRole("slider")

  it("cover 30 days; sums are compared with the previous period; revenue is for users who may view orders", async () => {
    render(<Overview />)
    await chart()
    const [{ from, to }] = world.inputsOf("GET /dashboard/series") as [{ from: string; to: string }]
    expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29)
    const tile = screen.getByRole("button", { name: /浏览/ })
    expect([tile.getAttribute("aria-pressed"), tile.textContent]).toEqual(["true", "浏览30比前 30 天+100%"])
    expect(screen.queryByRole("button", { name: /收入/ })).toBeNull()
    act(() => world.grant("OrderAPI/ListOrder"))
    expect((await screen.findByRole("button", { name: /收入/ })).textContent).toContain("370.35")
  })

  it("begin with the numbers of today, compared with yesterday, and what waits for its conversion", async () => {
    const now = Date.now()
    world.grant("OrderAPI/ListOrder", "DashboardAPI/GetDashboard")
    world.reply({
      "GET /dashboard/series": {
        ...series(0),
        day: [
          { ...none, day: daysAgo(1, now), view: 100, download: 8, income: 20_000 },
          { ...none, day: day(now), view: 112, download: 6, income: 28_400 },
        ],
      },
      "GET /dashboard": { queue: { waiting: 6, converting: 1 } },
      "GET /order/list": { ...total(0), order: [] },
    })
    render(<Overview />)
    await chart()
    const today = () => screen.queryByRole("region", { name: "今天" })
    const texts = (role: "term" | "definition") =>
      within(today()!)
        .getAllByRole(role)
        .map((one) => one.textContent)
    expect(texts("term")).toEqual(["今天浏览", "今天下载", "今天收入", "等待转换"])
    await waitFor(() => expect(texts("definition")).toEqual(["112比昨天 +12%", "6比昨天 -25%", "¥284.00比昨天 +42%", "6正在转换 1 份"]))
    expect(world.inputsOf("GET /dashboard/series"), "no call of its own").toHaveLength(1)
    act(() => window.history.pushState(null, "", "?from=2026-01-05&to=2026-02-01"))
    await waitFor(() => expect(today(), "days before today have no such numbers").toBeNull())
  })

  it("days and metric are stored in the address and restored from it", async () => {
    render(<Overview />)
    await chart()
    fireEvent.click(screen.getByRole("button", { name: "7 天" }))
    fireEvent.click(screen.getByRole("button", { name: /下载/ }))
    await waitFor(() => expect(window.location.search).toBe("?days=7&show=download"))
    expect(screen.getByRole("slider").getAttribute("aria-label")).toBe("每天的下载")
    const requests = world.inputsOf("GET /dashboard/series") as { from: string; to: string }[]
    expect((Date.parse(requests.at(-1)!.to) - Date.parse(requests.at(-1)!.from)) / 86_400_000).toBe(6)
    expect(requests).toHaveLength(2)
    act(() => window.history.pushState(null, "", "?from=2026-01-05&to=2026-02-01"))
    await waitFor(() => expect(world.inputsOf("GET /dashboard/series").at(-1)).toEqual({ from: "2026-01-05", to: "2026-02-01" }))
    expect(screen.getByLabelText<HTMLInputElement>("从哪一天").value).toBe("2026-01-05")
    fireEvent.change(screen.getByLabelText("到哪一天"), { target: { value: "2026-01-20" } })
    await waitFor(() => expect(window.location.search).toBe("?from=2026-01-05&to=2026-01-20"))
  })

  it("arrow keys select a day and show its number; Esc clears the selection", async () => {
    render(<Overview />)
    const slider = await chart()
    expect(slider.getAttribute("aria-valuetext")).toBe("2026 年 6 月 3 日：20 次")
    fireEvent.focus(slider)
    fireEvent.keyDown(slider, { key: "ArrowLeft" })
    expect([slider.getAttribute("aria-valuenow"), slider.getAttribute("aria-valuetext")]).toEqual(["2", "2026 年 6 月 2 日：10 次"])
    for (const [key, at] of [
      ["Home", "1"],
      ["ArrowLeft", "1"],
      ["End", "3"],
      ["ArrowRight", "3"],
    ] as const) {
      fireEvent.keyDown(slider, { key })
      expect(slider.getAttribute("aria-valuenow"), key).toBe(at)
    }
    expect(within(slider).getByText("2026 年 6 月 3 日")).toBeTruthy()
    fireEvent.keyDown(slider, { key: "Escape" })
    expect(within(slider).queryByText("2026 年 6 月 3 日")).toBeNull()
  })

  it("the pointer selects the day below it", async () => {
    render(<Overview />)
    const slider = await chart()
    vi.spyOn(slider, "getBoundingClientRect").mockReturnValue({ left: 100, width: 200 } as DOMRect)
    fireEvent.pointerMove(slider, { clientX: 190 })
    expect(slider.textContent).toContain("10 次2026 年 6 月 2 日")
    fireEvent.pointerLeave(slider)
    expect(slider.textContent).not.toContain("10 次")
  })

  it("all numbers are in a table, newest day first", async () => {
    render(<Overview />)
    await chart()
    const rows = screen.getAllByRole("row", { hidden: true })
    expect(rows).toHaveLength(4)
    expect(rows[1]!.textContent).toMatch(/^2026-06-0320/)
  })

  it("a failed load shows a message and a retry; older numbers stay visible", async () => {
    world.answer("GET /dashboard/series", refusal(500, "服务器出了点问题"), series(3))
    render(<Overview />)
    fireEvent.click(within(await screen.findByRole("alert")).getByRole("button"))
    await chart()
    world.reply({ "GET /dashboard/series": refusal(429, "请稍后再试") })
    fireEvent.click(screen.getByRole("button", { name: "90 天" }))
    expect((await screen.findByRole("alert")).textContent).toBe("请稍后再试")
    expect(screen.getByRole("slider")).toBeTruthy()
  })
})

describe("the totals", () => {
  const dashboard = {
    total: { document: 12, document_public: 8, article: 2, article_public: 1, user: 4, comment: 3 },
    format: [
      { ext: ".docx", count: 3 },
      { ext: ".pdf", count: 4 },
      { ext: ".doc", count: 2 },
    ],
    category: [{ id: 7, title: "教材", count: 6 }],
    queue: {
      waiting: 2,
      converting: 1,
      failed: 3,
      stopped: 1,
      job_waiting: 5,
      job_active: 0,
      job_failed: 3,
      job_failure: [
        { name: "index-some", count: 2 },
        { name: "send-mail", count: 1 },
      ],
    },
  }

  it("appear as totals, bars of formats and categories, and the queue, with links to the lists", async () => {
    world.grant("DashboardAPI/GetDashboard", "DocumentAPI/ListDocument")
    world.reply({ "GET /dashboard": dashboard, "GET /document/list": { total: 0, document: [] } })
    render(<Overview />)
    expect(await screen.findByText("公开 8")).toBeTruthy()
    const formats = screen.getByRole("region", { name: "公开的文档，按格式" })
    expect(
      within(formats)
        .getAllByRole("listitem")
        .map((one) => one.textContent),
    ).toEqual(["Word5 份", "PDF4 份"])
    expect(screen.getByRole("link", { name: "教材" }).getAttribute("href")).toBe("/admin/document/list?category_id=7")
    const queue = screen.getByRole("region", { name: "队列" })
    expect(within(queue).getByRole("link", { name: "排队等待转换" }).getAttribute("href")).toBe("/admin/document/list?status=0&status=5")
    expect(within(queue).getByText(/会自动继续/)).toBeTruthy()
    expect(within(queue).getByText("index-some 2 个，send-mail 1 个。原因在“系统设置 - 后台任务”里。")).toBeTruthy()
  })

  it("without the permission no request is made, and the totals are those of every back end", async () => {
    world.reply({ "GET /stats": { ...stats, notices: ["没有沙箱"] } })
    render(<Overview />)
    expect((await screen.findByRole("note")).textContent).toContain("没有沙箱")
    expect(screen.getByText("9")).toBeTruthy()
    expect(world.api.mock.calls.map(([key]) => key)).toEqual(["GET /stats"])
  })

  it("the ages of the newest backup and of the newest proof are displayed, and that there is no proof", async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    world.reply({ "GET /stats": { ...stats, backup_at: ago(5), backup_proven_at: ago(72) } })
    const { unmount } = render(<Overview />)
    expect(await screen.findByText("最近一次备份：5 小时前；最近一次证明能恢复：3 天前")).toBeTruthy()
    unmount()
    world.reply({ "GET /stats": { ...stats, backup_at: ago(5), backup_proven_at: null } })
    render(<Overview />)
    expect(await screen.findByText(/还没有证明过能恢复/)).toBeTruthy()
  })

  it("a back end without the calls does not receive them", async () => {
    world.grant("DashboardAPI/GetDashboard", "DashboardAPI/GetSeries")
    world.set({ capabilities: { absent: ["GET /dashboard", "GET /dashboard/series"] } })
    render(<Overview />)
    expect(await screen.findByText("5")).toBeTruthy()
    expect(world.api.mock.calls.map(([key]) => key)).toEqual(["GET /stats"])
  })

  it("the five most downloaded documents, and the newest on a shelf with their status", async () => {
    world.grant("DocumentAPI/ListDocument")
    world.reply({
      "GET /document/list": ({ order }) =>
        order === "id desc"
          ? { total: 9, document: [document(9, { status: DocumentStatus.reviewing }), document(8)] }
          : { total: 9, document: order ? [document(1)] : [] },
    })
    render(<Overview />)
    const top = await screen.findByRole("region", { name: "下载最多" })
    expect((await within(top).findByRole("listitem")).textContent).toContain("1,001 次下载 · 2,000 次浏览")
    const shelf = screen.getByRole("region", { name: "最新上传" })
    expect(await within(shelf).findByText("待审核")).toBeTruthy()
    expect(within(shelf).getAllByRole("link", { name: /文档 \d/ })).toHaveLength(2)
    expect(world.inputsOf("GET /document/list")).toContainEqual({ status: [2], order: "download_count desc", page: 1, size: 5 })
  })
})
