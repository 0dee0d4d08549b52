import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { called, login, menu, openMenu, show } from "./testing/surroundings"

vi.mock("@/components/library/document/me/document-editor", () => ({
  DocumentEditor: ({ document, onClose }: { document: { title: string }; onClose: () => void }) => (
    <button onClick={onClose}>编辑{document.title}</button>
  ),
}))

describe("the actions of the document menu", () => {
  it("a reader can report, the owner can edit, staff can do what their permissions allow", async () => {
    const { unmount } = show()
    await openMenu()
    expect(menu()).toEqual(["举报文档"])
    unmount()
    world.enter({ id: 9 })
    const view = show()
    await openMenu()
    expect(menu()).toEqual(["编辑文档", "文件版本", "分享链接", "删除文档"])
    view.unmount()
    world.enter({ id: 7 }, ["DocumentAPI/DeleteDocument"])
    show()
    await openMenu()
    expect(menu()).toEqual(["删除文档", "举报文档"])
  })
  it("is navigable by keyboard", async () => {
    world.enter({ id: 9 })
    show()
    await openMenu()
    expect(document.activeElement?.textContent).toBe("编辑文档")
    fireEvent.keyDown(document.activeElement!, { key: "ArrowUp" })
    expect(document.activeElement?.textContent).toBe("删除文档")
    fireEvent.keyDown(document.activeElement!, { key: "Escape" })
    expect(screen.queryByRole("menu")).toBeNull()
    expect(document.activeElement?.getAttribute("aria-label")).toBe("更多操作")
  })
  it("edits in the drawer", async () => {
    world.enter({ id: 9 })
    show()
    await openMenu()
    fireEvent.click(screen.getByRole("menuitem", { name: "编辑文档" }))
    fireEvent.click(await screen.findByRole("button", { name: "编辑函数" }))
    await waitFor(() => expect(screen.queryByRole("button", { name: "编辑函数" })).toBeNull())
  })
  it("deletes after a confirmation, and returns to the home page", async () => {
    world.enter({ id: 9 })
    world.answer("DELETE /document", {})
    show()
    world.agree = false
    await openMenu()
    fireEvent.click(screen.getByRole("menuitem", { name: "删除文档" }))
    await act(async () => undefined)
    expect(called("DELETE /document")).toHaveLength(0)
    world.agree = true
    await openMenu()
    fireEvent.click(screen.getByRole("menuitem", { name: "删除文档" }))
    await waitFor(() => expect(world.router.push).toHaveBeenCalledWith("/"))
    expect(called("DELETE /document")).toEqual([["DELETE /document", { id: [3] }]])
    expect(world.messages).toEqual(["删除成功"])
  })
})

describe("reporting", () => {
  const open = async () => {
    fireEvent.click(screen.getByRole("button", { name: "举报文档" }))
    return within(await screen.findByRole("dialog", { name: "举报文档" }))
  }
  it("requires one of seven reasons and accepts a remark", async () => {
    world.answer("POST /report", {})
    show()
    const dialog = await open()
    expect(dialog.getAllByRole("radio")).toHaveLength(7)
    fireEvent.click(dialog.getByRole("button", { name: "提交" }))
    expect(dialog.getByRole("alert").textContent).toBe("请选择举报原因")
    fireEvent.click(dialog.getByLabelText("敏感信息"))
    fireEvent.change(dialog.getByLabelText("补充说明"), { target: { value: " 第 3 页 " } })
    fireEvent.click(dialog.getByRole("button", { name: "提交" }))
    await waitFor(() => expect(world.messages).toEqual(["提交成功"]))
    expect(called("POST /report")).toEqual([["POST /report", { document_id: 3, reason: 4, remark: "第 3 页" }]])
    expect(screen.queryByRole("dialog")).toBeNull()
  })
  it("a second report shows an error beside the form", async () => {
    world.answer("POST /report", refusal(409, "你已举报过当前文档"))
    show()
    const dialog = await open()
    fireEvent.click(dialog.getByLabelText("垃圾广告"))
    fireEvent.click(dialog.getByRole("button", { name: "提交" }))
    expect(await dialog.findByText("你已举报过当前文档")).toBeTruthy()
  })
  it("a session that ends before the report is sent keeps it for the login of the same user", async () => {
    world.answer("POST /report", refusal(401, "请先登录"))
    const { unmount } = show()
    const dialog = await open()
    fireEvent.click(dialog.getByLabelText("敏感信息"))
    fireEvent.change(dialog.getByLabelText("补充说明"), { target: { value: "第 3 页" } })
    fireEvent.click(dialog.getByRole("button", { name: "提交" }))
    await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(login))
    unmount()
    show()
    const again = within(await screen.findByRole("dialog", { name: "举报文档" }))
    expect(again.getByLabelText<HTMLInputElement>("敏感信息").checked).toBe(true)
    expect(again.getByLabelText<HTMLTextAreaElement>("补充说明").value).toBe("第 3 页")
  })
  it("a visitor must log in first; owners cannot report their own document", () => {
    world.leave()
    const { unmount } = show()
    fireEvent.click(screen.getByRole("button", { name: "举报文档" }))
    expect(world.router.push).toHaveBeenCalledWith(login)
    unmount()
    world.enter({ id: 9 })
    show()
    expect(screen.queryByRole("button", { name: "举报文档" })).toBeNull()
  })
})
