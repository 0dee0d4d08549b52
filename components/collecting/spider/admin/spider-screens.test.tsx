import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import Documents from "@/app/admin/spider/document/page"
import Links from "@/app/admin/spider/url/page"
import { SpiderDocumentStatus as D, SpiderUrlStatus as U } from "@/lib/contract/collecting/spider.enums"

const sent = (call: string) => world.api.mock.calls.filter(([key]) => key === call).map(([, input]) => input)
const press = async (name: string, row: string) => {
  const button = screen.queryByRole("button", { name: `${name} ${row}` })
  if (button) return fireEvent.click(button)
  fireEvent.click(screen.getByRole("button", { name: `更多操作 ${row}` }))
  fireEvent.click(await screen.findByRole("menuitem", { name }))
}

describe("links", () => {
  const link = (id: number, status: number, more: object = {}) => ({ id, url: `https://example.com/${id}`, status, total: 0, ...more })
  beforeEach(async () => {
    world.answer("GET /spiderurl/list", {
      total: 2,
      spider_url: [link(1, U.crawling, { pages: 3 }), link(2, U.failed, { total: 5, error: "连不上" })],
    })
    world.answer("POST /spiderurl", { total: 2, skipped: 0 })
    world.answer("PUT /spiderurl", {})
    world.grant("SpiderUrlAPI/ListSpiderUrl", "SpiderUrlAPI/CreateSpiderUrl", "SpiderUrlAPI/UpdateSpiderUrl")
    render(<Links />)
    await screen.findByText("https://example.com/1")
  })

  it("show the progress of a crawl, and link to its results", () => {
    expect(screen.getByText("采集中 3 页")).toBeTruthy()
    expect(screen.getByRole("link", { name: "5" }).getAttribute("href")).toBe("/admin/spider/document?spider_url_id=2")
    expect(screen.getByText("连不上")).toBeTruthy()
  })

  it("are stopped while running, and crawled again afterwards", async () => {
    await press("停止采集", "https://example.com/1")
    await press("重新采集", "https://example.com/2")
    await waitFor(() =>
      expect(sent("PUT /spiderurl")).toEqual([
        { id: 1, status: U.failed },
        { id: 2, status: U.pending },
      ]),
    )
  })

  it("are added in bulk", async () => {
    fireEvent.click(screen.getAllByRole("button", { name: "新增" })[0]!)
    const form = await screen.findByRole("dialog")
    fireEvent.change(within(form).getByLabelText("链接地址"), { target: { value: "https://a.example.com/\n\nhttps://b.example.com/" } })
    fireEvent.click(within(form).getByRole("button", { name: "保存" }))
    await waitFor(() => expect(sent("POST /spiderurl")).toMatchObject([{ url: "https://a.example.com/\n\nhttps://b.example.com/" }]))
  })
})

describe("crawled documents", () => {
  const row = (id: number, status: number, title: string, more: object = {}) => ({
    ...{
      id,
      status,
      title,
      url: `https://example.com/${id}.pdf`,
      ext: ".pdf",
      title_from_href: `链接 ${id}.PDF`,
      title_from_url: String(id),
    },
    ...{ title_from_attachment: "", language: "", price: 0, size: 10, error: "", document_id: 0, user_id: 0, category_id: "" },
    ...more,
  })
  beforeEach(async () => {
    world.answer("GET /spiderdocument/list", {
      total: 4,
      spider_document: [
        row(1, D.found, "一号"),
        row(2, D.downloaded, "二号"),
        row(3, D.downloaded, ""),
        row(4, D.downloading, "四号"),
        row(5, D.published, "五号", { document_id: 9 }),
      ],
    })
    world.answer("GET /category/list", { category: [{ id: 3, title: "分类", parent_id: 0, enable: true, type: 0 }] })
    world.answer("PUT /spiderdocument/batch", {})
    world.answer("GET /user/list", { total: 0, user: [] })
    world.grant("SpiderDocumentAPI/ListSpiderDocument", "SpiderDocumentAPI/UpdateSpiderDocument", "SpiderDocumentAPI/DeleteSpiderDocument")
    render(<Documents />)
    await screen.findByText("一号")
  })

  it("can be selected except while downloading; a published one links to its document", () => {
    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox")
    expect(boxes.filter((box) => box.disabled).length).toBe(1)
    expect(screen.getByRole("link", { name: "五号" }).getAttribute("href")).toBe("/document/9")
  })

  it("are queued, and the server's rejection is shown", async () => {
    world.answer("PUT /spiderdocument/batch", refusal(409, "“一号”不能从“下载中”改为“下载队列”"))
    await press("下载", "一号")
    await waitFor(() => expect(sent("PUT /spiderdocument/batch")).toEqual([{ spider_document: [{ id: 1, status: D.queued }] }]))
    await waitFor(() => expect(world.messages).toContain("! “一号”不能从“下载中”改为“下载队列”"))
  })

  it("get titles in bulk from their links, without extensions, and by replacement", async () => {
    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox").filter((box) => !box.disabled)
    fireEvent.click(boxes[1]!)
    fireEvent.click(boxes[2]!)
    fireEvent.click(await screen.findByRole("button", { name: "批量修改" }))
    const panel = await screen.findByRole("dialog")
    fireEvent.click(within(panel).getByRole("button", { name: "引用为正式标题" }))
    fireEvent.change(within(panel).getByLabelText("查找内容"), { target: { value: "^链接\\s" } })
    fireEvent.change(within(panel).getByLabelText("替换内容"), { target: { value: "第" } })
    fireEvent.click(within(panel).getByRole("button", { name: "替换" }))
    fireEvent.click(within(panel).getByRole("button", { name: "提交修改" }))
    await waitFor(() =>
      expect(sent("PUT /spiderdocument/batch")).toEqual([
        {
          spider_document: [
            { id: 1, title: "第1" },
            { id: 2, title: "第2" },
          ],
        },
      ]),
    )
    await waitFor(() => expect(world.messages).toContain("批量修改成功"))
  })

  it("show which of them can be published", async () => {
    const boxes = screen.getAllByRole<HTMLInputElement>("checkbox").filter((box) => !box.disabled)
    for (const box of boxes.slice(1, 4)) fireEvent.click(box)
    fireEvent.click(await screen.findByRole("button", { name: "发布选中" }))
    const panel = await screen.findByRole("dialog")
    expect(within(panel).getByText("满足")).toBeTruthy()
    expect(within(panel).getByText("不满足：待下载")).toBeTruthy()
    expect(within(panel).getByText("不满足：没有正式标题")).toBeTruthy()
  })
})
