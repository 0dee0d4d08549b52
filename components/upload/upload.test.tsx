import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { engine, limit, file, show, choose, press, settle, titles, pick, documents } from "./testing/upload-page"

describe("before a file is selected", () => {
  it("shows which files are accepted and how they are processed", async () => {
    await show()
    const card = within(screen.getByRole("region", { name: "上传限制" }))
    for (const text of ["最大 2 MB", "5 份", "审核通过后公开", "审核通过后 8 魔豆", "pdf · docx · txt"])
      expect(card.getByText(text.includes("·") ? /pdf/ : text)).toBeTruthy()
  })

  it("a user without permission sees the reason and no drop area", async () => {
    world.answer("GET /upload/limit", { ...limit, allowed: false, reason: "你已被禁止上传，2026-12-01 解除" })
    await show()
    expect(screen.getByRole("alert").textContent).toContain("你已被禁止上传，2026-12-01 解除")
    expect(screen.queryByLabelText("选择文件")).toBeNull()
    expect(screen.queryByLabelText("文档分类")).toBeNull()
  })

  it("for a back end without this call it uses the older one", async () => {
    world.answer("GET /upload/limit", refusal(404, ""))
    world.answer("GET /user/caniuploaddocument", refusal(403, "没有权限上传文档"))
    await show()
    expect(screen.getByRole("alert").textContent).toContain("你暂无权限上传文档")
  })

  it("a back end without this call promises neither a reward, nor a limit, nor when a document is public", async () => {
    world.answer("GET /upload/limit", refusal(404, ""))
    world.answer("GET /user/caniuploaddocument", {})
    await show()
    const card = screen.getByRole("region", { name: "上传限制" })
    for (const text of ["奖励", "暂无", "今天还能上传", "不限", "发布"]) expect(within(card).queryByText(text)).toBeNull()
    expect(within(card).getByText("最大 50 MB")).toBeTruthy()
    expect(screen.getByLabelText("选择文件")).toBeTruthy()
  })

  it("an expired session leads to the login", async () => {
    world.answer("GET /upload/limit", refusal(401, ""))
    await show()
    expect(screen.getByRole("alert").textContent).toBe("你未登录，请先登录再上传")
    expect(screen.getByText("最大 50 MB")).toBeTruthy()
    expect(screen.queryByLabelText("选择文件")).toBeNull()
    expect(screen.getByRole("link", { name: "登录" }).getAttribute("href")).toBe("/login?redirect=%2Fupload")
  })
})

describe("selecting files", () => {
  it("rejected files are listed with their reason, the others are accepted", async () => {
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

  it("uses the browser's file picker API if available; otherwise the file input", async () => {
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

  it("a pasted file is accepted", async () => {
    await show()
    const event = Object.assign(new Event("paste", { bubbles: true, cancelable: true }), { clipboardData: { files: [file("贴.pdf")] } })
    act(() => void window.dispatchEvent(event))
    expect(titles()).toEqual(["贴"])
  })

  it("a dropped folder is traversed", async () => {
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

  it("a thousand rows are rendered fifty at a time; up and down move through their titles", async () => {
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

describe("document details", () => {
  it("a category is required, unless each row has its own", async () => {
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

  it("a price that cannot be read is refused with a sentence, also after another field has changed", async () => {
    await show()
    choose(file("甲.pdf"))
    pick(screen.getByLabelText("文档分类"), "法律")
    const price = screen.getByLabelText<HTMLInputElement>("下载价格")
    fireEvent.change(price, { target: { value: "５" } })
    fireEvent.change(price, { target: { value: "五" } })
    expect(await screen.findByText("价格应为不小于 0 的整数")).toBeTruthy()
    fireEvent.change(screen.getByLabelText("简介"), { target: { value: "讲义" } })
    press("上传 1 份文档")
    await waitFor(() => expect(screen.getByText("价格应为不小于 0 的整数")).toBeTruthy())
    expect([price.value, engine.sent]).toEqual(["五", []])
    fireEvent.change(price, { target: { value: "５" } })
    press("上传 1 份文档")
    await waitFor(() => expect(engine.sent).toHaveLength(1))
  })

  it("a row's own price that cannot be read stops the upload, opens the row and focuses the field", async () => {
    await show()
    choose(file("甲.pdf"), file("乙.pdf"))
    pick(screen.getByLabelText("文档分类"), "法律")
    press("编辑信息 乙")
    const price = () => within(screen.getByRole("group", { name: "乙 的信息" })).getByLabelText<HTMLInputElement>("价格")
    fireEvent.change(price(), { target: { value: "６" } })
    fireEvent.change(price(), { target: { value: "6元" } })
    expect(screen.getByText("价格应为不小于 0 的整数")).toBeTruthy()
    expect(price().value).toBe("6元")
    press("编辑信息 乙")
    press("上传 2 份文档")
    await waitFor(() => expect(document.activeElement).toBe(price()))
    expect(screen.getByText("价格应为不小于 0 的整数")).toBeTruthy()
    expect(engine.sent).toEqual([])
    fireEvent.change(price(), { target: { value: "７" } })
    expect(screen.queryByText("价格应为不小于 0 的整数")).toBeNull()
    press("上传 2 份文档")
    await waitFor(() => expect(engine.sent).toHaveLength(2))
    act(() => engine.sent[1]!.onDone(4))
    await waitFor(() => expect(documents()).toHaveLength(1))
    expect(documents()[0]!.document).toMatchObject([{ title: "乙", price: 7 }])
  })

  it("selected rows are edited in bulk, including rows added later", async () => {
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

  it("free for members is set for all, for several or for one; it is hidden without memberships", async () => {
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

  it("only as many start as today's limit allows", async () => {
    world.answer("GET /upload/limit", { ...limit, left_today: 1 })
    await show()
    choose(file("甲.pdf"), file("乙.pdf"))
    pick(screen.getByLabelText("文档分类"), "法律")
    press("上传 1 份文档")
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    expect(titles()).toHaveLength(2)
  })
})
