import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import type { CategoryNode } from "@/lib/view/category-tree"
import { UploadView } from "./upload-view"

type Sent = {
  file: File
  onSafe: (url: string, accepted: number) => void
  onDone: (id: number) => void
  onFail: (failed: { status: number; message: string }) => void
}
const engine = vi.hoisted(() => ({
  sent: [] as Sent[],
  steps: null as null | ((event: object) => void),
  returned: () => undefined as void,
}))
vi.mock("@/lib/upload/send", () => ({
  sendFile: (options: Sent) => (engine.sent.push(options), { pause: () => undefined, cancel: () => undefined }),
}))
vi.mock("@/lib/api/progress", () => ({
  followProgress: ({ onEvent, onReturn }: { onEvent: (event: object) => void; onReturn: () => void }) => (
    Object.assign(engine, { steps: onEvent, returned: onReturn }),
    () => undefined
  ),
}))

const node = (id: number, title: string, children: CategoryNode[] = []): CategoryNode => ({
  id,
  title,
  children,
  doc_count: 0,
  parent_id: 0,
  description: "",
})
const categories = [node(1, "教育", [node(2, "试卷")]), node(3, "法律")]
const limit = { allowed: true, reason: "", review: true, megabytes: 2, ext: [".pdf", ".txt", ".docx"], left_today: 5, reward: 8 }
const file = (name: string, text = name) => new File([text], name, { lastModified: 1 })
const show = async () => {
  const view = render(<UploadView categories={categories} />)
  await waitFor(() => expect(view.container.querySelector("[aria-busy=true].up-grid")).toBeNull())
  return view
}
const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText("选择文件"), { target: { files } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
const settle = (vip = false) =>
  world.set({
    system: { credit_name: "魔豆" },
    vip: { enable: vip },
    security: { max_document_size: 50, document_allowed_ext: [] },
    language: [
      { code: "zh-CN", language: "简体中文" },
      { code: "en", language: "English" },
    ],
  })
const titles = () => screen.queryAllByLabelText<HTMLInputElement>("文档标题").map(({ value }) => value)
const pick = (label: HTMLElement, title: string) => {
  fireEvent.mouseDown(label)
  fireEvent.click(screen.getAllByTitle(title).at(-1)!)
}
const documents = () => world.inputsOf("POST /document")

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  Element.prototype.scrollIntoView = () => undefined
  localStorage.clear()
  engine.sent.length = 0
  world.enter({ id: 7 })
  settle()
  world.answer("GET /upload/limit", limit)
  world.answer("POST /upload/claim", { id: "", salt: "", ranges: [] })
  world.answer("GET /document/recycle", { total: 0, document: [] })
  world.answer("POST /document", ({ document }) => ({
    document: [document].flat().map(({ attachment_id }) => ({
      id: Number(attachment_id),
      uuid: `u${attachment_id}`,
      status: 0,
      attachment_id: Number(attachment_id),
    })),
  }))
  for (const key of ["PUT /document", "PUT /document/recycle"] as const) world.answer(key, {})
  for (const key of ["GET /document/suggest", "DELETE /document", "GET /document/list"] as const) world.answer(key, refusal(404, ""))
})
// antd still listens to it while a form goes away
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe("before a file is chosen", () => {
  it("says what may be uploaded and what becomes of it", async () => {
    await show()
    const card = within(screen.getByRole("region", { name: "上传限制" }))
    for (const text of ["最大 2 MB", "5 份", "审核通过后公开", "8 魔豆", "pdf · docx · txt"])
      expect(card.getByText(text.includes("·") ? /pdf/ : text)).toBeTruthy()
  })

  it("who may not upload reads the reason and gets no drop area", async () => {
    world.answer("GET /upload/limit", { ...limit, allowed: false, reason: "您已被禁止上传，2026-12-01 解除" })
    await show()
    expect(screen.getByRole("alert").textContent).toContain("您已被禁止上传，2026-12-01 解除")
    expect(screen.queryByLabelText("选择文件")).toBeNull()
    expect(screen.queryByLabelText("文档分类")).toBeNull()
  })

  it("a server without this call is asked in the old way", async () => {
    world.answer("GET /upload/limit", refusal(404, ""))
    world.answer("GET /user/caniuploaddocument", refusal(403, "没有权限上传文档"))
    await show()
    expect(screen.getByRole("alert").textContent).toContain("您暂无权限上传文档")
  })

  it("an ended session leads to the login", async () => {
    world.answer("GET /upload/limit", refusal(401, ""))
    await show()
    expect(screen.getByRole("alert").textContent).toBe("您未登录，请先登录再上传")
    expect(screen.getByText("最大 50 MB")).toBeTruthy()
    expect(screen.queryByLabelText("选择文件")).toBeNull()
    expect(screen.getByRole("link", { name: "登录" }).getAttribute("href")).toBe("/login?redirect=%2Fupload")
  })
})

describe("choosing", () => {
  it("what is left out is listed with its reason, the rest is taken", async () => {
    await show()
    choose(file("好.pdf"), file("坏.exe"), file(".DS_Store"), file("好.pdf"), new File([new Uint8Array(3 * 2 ** 20)], "大.pdf"))
    expect(titles()).toEqual(["好"])
    const left = screen.getByText("2 个文件没有加入").closest("section")!
    expect(left.textContent).toContain("坏.exe 不支持的文件格式，已忽略该文件")
    expect(left.textContent).toContain("大.pdf 大小 3.00 MB，超过限制（最大 2 MB），已忽略该文件")
    expect(left.textContent).toContain("1 个已经在列表里")
    expect(left.textContent).toContain("跳过了 1 个隐藏或系统文件")
    press("知道了，收起")
    expect(screen.queryByText("2 个文件没有加入")).toBeNull()
  })

  it("where the browser can pick files the page asks it to; where that is not allowed, in the old way", async () => {
    await show()
    const picker = vi.fn(async () => [{ getFile: async () => file("选.pdf") }])
    vi.stubGlobal("showOpenFilePicker", picker)
    fireEvent.click(screen.getByLabelText("选择文件"))
    await waitFor(() => expect(titles()).toEqual(["选"]))
    expect(picker.mock.calls).toEqual([
      [{ multiple: true, types: [{ description: "文档", accept: { "application/octet-stream": [".pdf", ".docx", ".txt"] } }] }],
    ])
    picker.mockRejectedValueOnce(new DOMException("thought better of it", "AbortError"))
    fireEvent.click(screen.getByLabelText("选择文件"))
    picker.mockRejectedValueOnce(new DOMException("a frame", "SecurityError"))
    fireEvent.click(screen.getByLabelText("选择文件"))
    await waitFor(() => expect(picker).toHaveBeenCalledTimes(3))
    fireEvent.click(screen.getByLabelText("选择文件"))
    expect(picker).toHaveBeenCalledTimes(3)
  })

  it("a pasted file is taken", async () => {
    await show()
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData: { files: [file("贴.pdf")] } })
    act(() => void window.dispatchEvent(event))
    expect(titles()).toEqual(["贴"])
  })

  it("a dropped folder is walked through", async () => {
    await show()
    const entry = { name: "一.pdf", isFile: true, isDirectory: false, file: (give: (one: File) => void) => give(file("一.pdf")) }
    const reads = [[entry], []]
    const folder = {
      name: "课件",
      isFile: false,
      isDirectory: true,
      createReader: () => ({ readEntries: (give: (some: object[]) => void) => give(reads.shift() ?? []) }),
    }
    const event = Object.assign(new Event("drop", { bubbles: true, cancelable: true }), {
      dataTransfer: { types: ["Files"], items: [{ kind: "file", webkitGetAsEntry: () => folder }] },
    })
    act(() => void window.dispatchEvent(event))
    await waitFor(() => expect(titles()).toEqual(["一"]))
    expect(screen.getByText("课件")).toBeTruthy()
    press("编辑信息 一")
    press("加入关键词 课件")
    expect(within(screen.getByRole("group", { name: "一 的信息" })).getByTitle("课件")).toBeTruthy()
  })

  it("a thousand rows are drawn fifty at a time; up and down lead through their titles", async () => {
    await show()
    choose(...Array.from({ length: 120 }, (_, at) => file(`第${at}份.txt`, `${at}`)))
    expect(titles()).toHaveLength(50)
    press("下一页")
    expect(titles()[0]).toBe("第50份")
    const [first, second] = screen.getAllByLabelText("文档标题")
    first!.focus()
    fireEvent.keyDown(first!, { key: "ArrowDown" })
    expect(document.activeElement).toBe(second)
    fireEvent.keyDown(second!, { key: "ArrowUp" })
    expect(document.activeElement).toBe(first)
  })
})

describe("what is said about the documents", () => {
  it("a category is demanded, unless each row has its own", async () => {
    await show()
    choose(file("甲.pdf"))
    press("上传 1 份文档")
    expect(await screen.findByText("请选择文档分类")).toBeTruthy()
    expect(engine.sent).toEqual([])
    press("编辑信息 甲")
    pick(screen.getByLabelText("分类"), "试卷")
    press("上传 1 份文档")
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    act(() => engine.sent[0]!.onDone(4))
    expect(await screen.findByText("上传成功")).toBeTruthy()
    expect(documents()).toEqual([{ category_id: [1, 2], document: [{ attachment_id: 4, title: "甲", price: 0, description: "" }] }])
  })

  it("ticked rows are changed at once, also those to come", async () => {
    await show()
    choose(file("甲.pdf"), file("乙.pdf"), file("丙.pdf"))
    fireEvent.click(screen.getByLabelText("选择 甲"))
    fireEvent.click(screen.getByLabelText("选择 丙"), { shiftKey: true })
    expect(screen.getByText("已选 3 份")).toBeTruthy()
    fireEvent.click(screen.getByLabelText("选择 丙"))
    press("批量修改")
    const form = within(screen.getByRole("form", { name: "批量修改" }))
    pick(form.getByLabelText("分类"), "法律")
    fireEvent.change(form.getByLabelText("价格"), { target: { value: "6" } })
    fireEvent.click(form.getByLabelText("之后加入的也这样填"))
    press("应用到 2 份")
    press("编辑信息 乙")
    const details = within(screen.getByRole("group", { name: "乙 的信息" }))
    expect(details.getByLabelText<HTMLInputElement>("价格").value).toBe("6")
    expect(screen.getByLabelText<HTMLInputElement>("下载价格").value).toBe("6")
  })

  it("whether members have it free is said for all, for many, for one; and not spoken of where there are none", async () => {
    await show()
    expect(screen.queryByRole("switch")).toBeNull()
    cleanup()
    settle(true)
    await show()
    choose(file("甲.pdf"), file("乙.pdf"))
    pick(screen.getByLabelText("文档分类"), "法律")
    fireEvent.click(screen.getByRole("switch", { name: "VIP 免费" }))
    expect(screen.getAllByText("VIP")).toHaveLength(2)
    fireEvent.click(screen.getByLabelText("全选"))
    press("批量修改")
    const form = within(screen.getByRole("form", { name: "批量修改" }))
    pick(form.getByLabelText("VIP"), "VIP 也要购买")
    press("应用到 2 份")
    press("编辑信息 乙")
    fireEvent.click(within(screen.getByRole("group", { name: "乙 的信息" })).getByRole("switch"))
    press("上传 2 份文档")
    await waitFor(() => expect(engine.sent).toHaveLength(2))
    act(() => engine.sent[0]!.onDone(4))
    act(() => engine.sent[1]!.onDone(5))
    await waitFor(() => expect(documents()).toHaveLength(2))
    expect(documents()).toEqual([
      { category_id: [3], document: [{ attachment_id: 4, title: "甲", price: 0, description: "" }] },
      { category_id: [3], document: [{ attachment_id: 5, title: "乙", price: 0, description: "", is_vip: true }] },
    ])
  })

  it("only so many start as may go today", async () => {
    world.answer("GET /upload/limit", { ...limit, left_today: 1 })
    await show()
    choose(file("甲.pdf"), file("乙.pdf"))
    pick(screen.getByLabelText("文档分类"), "法律")
    press("上传 1 份文档")
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    expect(titles()).toHaveLength(2)
  })
})

describe("on its way", () => {
  const begin = async (...files: File[]) => {
    await show()
    choose(...files)
    pick(screen.getByLabelText("文档分类"), "法律")
    press(`上传 ${files.length} 份文档`)
  }

  it("the same content is shown with what can be done: look, take it all the same, leave it", async () => {
    world.answer("POST /upload/claim", { id: "c", salt: "s", ranges: [[0, 1]] })
    world.answer("GET /document/suggest", {
      title: "",
      keywords: [],
      description: "",
      language: "",
      duplicates: [{ uuid: "there", title: "早就有", username: "林知夏", own: false, likeness: 1, created_at: "" }],
    })
    world.answer("PUT /upload/claim", { id: 44 })
    await begin(file("甲.pdf"))
    const panel = within(await screen.findByRole("group", { name: "甲.pdf 已经有了" }))
    expect(panel.getByText("《早就有》")).toBeTruthy()
    expect(panel.getByText("林知夏 上传")).toBeTruthy()
    expect(panel.getByRole("link", { name: "查看" }).getAttribute("href")).toBe("/document/there")
    press("仍然上传 甲.pdf")
    expect(await screen.findByText("秒传成功")).toBeTruthy()
    expect(engine.sent).toEqual([])
  })

  it("one's own in the recycle bin comes back", async () => {
    const { default: SparkMD5 } = await import("spark-md5")
    const hash = SparkMD5.ArrayBuffer.hash(await file("甲.pdf").arrayBuffer())
    world.answer("GET /document/recycle", {
      total: 1,
      document: [{ id: 9, uuid: "bin", title: "删过的", username: "我", attachment: { id: 1, hash } }],
    })
    await begin(file("甲.pdf"))
    fireEvent.click(await screen.findByRole("button", { name: "恢复它" }))
    await waitFor(() => expect(world.messages).toEqual(["已恢复《删过的》"]))
    expect(world.api).toHaveBeenCalledWith("PUT /document/recycle", { id: [9] })
    expect(titles()).toEqual([])
  })

  it("very similar ones and suggestions come with the conversion; both can be acted on", async () => {
    world.answer("GET /document/suggest", {
      title: "甲",
      keywords: ["豆", "架"],
      description: "",
      language: "",
      duplicates: [{ uuid: "near", title: "很像", username: "林知夏", own: false, likeness: 0.92, created_at: "" }],
    })
    await begin(file("甲.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    act(() => engine.sent[0]!.onDone(4))
    await screen.findByText("上传成功")
    act(() => engine.steps!({ id: 4, uuid: "u4", title: "甲", status: 2, pages: 3, converted_pages: 3, convert_error: "" }))
    expect(await screen.findByText("已转换")).toBeTruthy()
    const near = within(await screen.findByRole("group", { name: "甲.pdf 相似的文档" }))
    expect(near.getByText("林知夏，相似 92 %")).toBeTruthy()
    press("采用建议 甲")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("PUT /document", { id: 4, keywords: "豆,架" }))
    await waitFor(() => expect(screen.queryByRole("button", { name: "采用建议 甲" })).toBeNull())
    press("撤回 甲")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("DELETE /document", { id: [4] }))
  })

  it("the result says what became of them, and leads to them and to the next batch", async () => {
    await begin(file("甲.pdf"), file("乙.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(2))
    const step = (id: number, status: number, more = {}) => ({
      id,
      uuid: `u${id}`,
      title: "",
      status,
      pages: 3,
      converted_pages: 3,
      convert_error: "",
      ...more,
    })
    // converted before its row knows which document it is
    act(() => engine.steps!(step(4, 2)))
    act(() => engine.sent[0]!.onDone(4))
    await screen.findByText("上传成功")
    expect(screen.queryByRole("region", { name: "上传结果" }), "not before everything is through").toBeNull()
    act(() => engine.sent[1]!.onDone(5))
    const result = within(await screen.findByRole("region", { name: "上传结果" }))
    expect(result.getByText(/转换好 1 份，剩下 1 份转换完就能在线阅读。/)).toBeTruthy()
    expect(result.getByRole("link", { name: "查看我的文档" }).getAttribute("href")).toBe("/me/document")
    act(() => engine.steps!(step(5, 3, { convert_error: "文件已加密" })))
    expect(screen.getByText(/但没有转换成：文件已加密/)).toBeTruthy()
    expect(result.getByText(/转换好 1 份，1 份没有转换成/)).toBeTruthy()
    press("再传一批")
    expect([titles(), screen.queryByRole("region", { name: "上传结果" })]).toEqual([[], null])
  })

  it("what went on while the tab was hidden is read from the list", async () => {
    world.answer("GET /document/list", {
      total: 1,
      document: [
        { id: 4, uuid: "u4", title: "甲", status: 2, pages: 3, converted_pages: 3, convert_error: "" },
        { id: 3, uuid: "u3", title: "别的", status: 1 },
      ],
    })
    await begin(file("甲.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    act(() => engine.sent[0]!.onDone(4))
    await screen.findByText("上传成功")
    act(() => engine.returned())
    expect(await screen.findByText("已转换")).toBeTruthy()
    expect(world.api).toHaveBeenCalledWith("GET /document/list", { user_id: [7], order: "id desc", page: 1, size: 100 })
    expect(screen.getByRole("link", { name: "打开文档" }).getAttribute("href")).toBe("/document/u4")
  })

  it("a server that does not say which document it became shows no link that leads nowhere", async () => {
    world.answer("POST /document", { document: [] })
    await begin(file("甲.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    act(() => engine.sent[0]!.onDone(4))
    await screen.findByText("上传成功")
    expect(screen.queryByRole("link", { name: "甲" })).toBeNull()
    expect(screen.getByRole("link", { name: "查看我的文档" })).toBeTruthy()
  })

  it("without a network it says so and goes on when it is back", async () => {
    await begin(file("甲.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    act(() => engine.sent[0]!.onFail({ status: 0, message: "" }))
    expect(screen.getAllByText("网络断开了，连上后自动继续").length).toBeGreaterThan(0)
    act(() => void window.dispatchEvent(new Event("online")))
    await waitFor(() => expect(engine.sent).toHaveLength(2))
  })

  it("pauses and continues all, tries failed ones again", async () => {
    await begin(file("甲.pdf"), file("乙.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(2))
    press("全部暂停")
    press("全部继续")
    await waitFor(() => expect(engine.sent).toHaveLength(4))
    act(() => engine.sent[2]!.onFail({ status: 400, message: "文件已损坏或格式与扩展名不符" }))
    expect(screen.getByText("文件已损坏或格式与扩展名不符")).toBeTruthy()
    press("重试失败的 1 份")
    await waitFor(() => expect(engine.sent).toHaveLength(5))
  })
})
