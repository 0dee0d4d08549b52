import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { engine, file, show, choose, press, titles, pick } from "./testing/upload-page"

const begin = async (...files: File[]) => {
  await show()
  choose(...files)
  pick(screen.getByLabelText("文档分类"), "法律")
  press(`上传 ${files.length} 份文档`)
}

describe("uploads in progress", () => {
  it("duplicate content is shown with its options: view, upload anyway, skip", async () => {
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

  it("the user's own duplicate in the recycle bin can be restored", async () => {
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

  it("similar documents and suggestions appear with the conversion; both are actionable", async () => {
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
    expect(await screen.findByText("已发布")).toBeTruthy()
    const near = within(await screen.findByRole("group", { name: "甲.pdf 相似的文档" }))
    expect(near.getByText("林知夏，相似 92 %")).toBeTruthy()
    press("采用建议 甲")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("PUT /document", { id: 4, keywords: "豆,架" }))
    await waitFor(() => expect(screen.queryByRole("button", { name: "采用建议 甲" })).toBeNull())
    press("撤回 甲")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("DELETE /document", { id: [4] }))
  })

  it("the result shows the outcome, and links to the documents and to the next batch", async () => {
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
    // converted before its row knows its document
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

  it("progress made while the tab was hidden is loaded from the list", async () => {
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
    expect(await screen.findByText("已发布")).toBeTruthy()
    expect(world.api).toHaveBeenCalledWith("GET /document/list", { user_id: [7], order: "id desc", page: 1, size: 100 })
    expect(screen.getByRole("link", { name: "打开文档" }).getAttribute("href")).toBe("/document/u4")
  })

  it("no link is shown if the server does not name the created document", async () => {
    world.answer("POST /document", { document: [] })
    await begin(file("甲.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    act(() => engine.sent[0]!.onDone(4))
    await screen.findByText("上传成功")
    expect(screen.queryByRole("link", { name: "甲" })).toBeNull()
    expect(screen.getByRole("link", { name: "查看我的文档" })).toBeTruthy()
  })

  it("an offline upload shows a message and continues when the connection returns", async () => {
    await begin(file("甲.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    act(() => engine.sent[0]!.onFail({ status: 0, message: "" }))
    expect(screen.getAllByText("网络断开了，连上后自动继续").length).toBeGreaterThan(0)
    act(() => void window.dispatchEvent(new Event("online")))
    await waitFor(() => expect(engine.sent).toHaveLength(2))
  })

  it("pauses and resumes all, retries failed ones", async () => {
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

  it("after a check the main button submits what is ready; a failed file does not hold it back", async () => {
    await show()
    choose(file("甲.pdf"), file("乙.pdf"), file("丙.pdf"))
    pick(screen.getByLabelText("文档分类"), "法律")
    fireEvent.click(screen.getByLabelText("传完先核对，再提交"))
    press("上传 3 份文档")
    await waitFor(() => expect(engine.sent).toHaveLength(2))
    act(() => engine.sent[0]!.onDone(4))
    act(() => engine.sent[1]!.onDone(5))
    await waitFor(() => expect(engine.sent).toHaveLength(3))
    act(() => engine.sent[2]!.onFail({ status: 400, message: "文件已损坏或格式与扩展名不符" }))
    const submit = await screen.findByRole("button", { name: "提交 2 份文档" })
    expect(submit.className).toContain("p lg")
    expect(screen.getByText("另有 1 份没有传成，可以在列表里重试")).toBeTruthy()
    expect(screen.queryByRole("button", { name: /^上传/ })).toBeNull()
    fireEvent.click(submit)
    await waitFor(() => expect(screen.getAllByText("上传成功")).toHaveLength(2))
    press("重试失败的 1 份")
    await waitFor(() => expect(engine.sent).toHaveLength(4))
  })
})

describe("a session that ends", () => {
  const ended = "文件和填好的内容都在，登录后接着上传。"
  // the real store asks the server whether the session has ended
  const endOnReload = () => world.session.setState({ reload: async () => world.session.getState().end() })

  it("keeps the list, and uploads continue after a login in another tab", async () => {
    await begin(file("甲.pdf"))
    await waitFor(() => expect(engine.sent).toHaveLength(1))
    endOnReload()
    act(() => engine.sent[0]!.onFail({ status: 401, message: "请先登录" }))
    expect(await screen.findByText(ended)).toBeTruthy()
    expect(screen.getByRole("link", { name: "重新登录" })).toBeTruthy()
    expect(screen.getAllByText("登录状态已失效，重新登录后自动继续").length).toBeGreaterThan(0)
    act(() => world.enter({ id: 7 }))
    await waitFor(() => expect(engine.sent).toHaveLength(2))
    expect(screen.queryByText(ended)).toBeNull()
  })

  it("leaves the list as it was for the login in this tab, but not after a logout or for another user", async () => {
    await show()
    choose(file("甲.pdf"), file("乙.pdf"))
    act(() => world.session.getState().end())
    expect([titles(), screen.getByText(ended)]).toBeTruthy()
    cleanup()
    world.enter({ id: 7 })
    await show()
    expect(titles()).toEqual(["甲", "乙"])
    act(() => world.session.getState().end())
    cleanup()
    world.enter({ id: 8 })
    await show()
    expect(titles()).toEqual([])
    cleanup()
    world.enter({ id: 7 })
    await show()
    choose(file("甲.pdf"))
    act(() => {
      localStorage.clear()
      world.leave()
    })
    cleanup()
    world.enter({ id: 7 })
    await show()
    expect([titles(), screen.queryByRole("region", { name: "上次没有传完的文件" })]).toEqual([[], null])
  })

  it("after a reload the form is filled in, and files that were not started wait for the start button", async () => {
    await show()
    choose(file("甲.pdf"))
    fireEvent.change(screen.getByLabelText("简介"), { target: { value: "一份试卷" } })
    act(() => void window.dispatchEvent(new Event("pagehide")))
    cleanup()
    await show()
    expect(screen.getByLabelText<HTMLTextAreaElement>("简介").value).toBe("一份试卷")
    fireEvent.change(screen.getByLabelText("继续上传 甲.pdf"), { target: { files: [file("甲.pdf")] } })
    expect([titles(), engine.sent]).toEqual([["甲"], []])
  })
})
