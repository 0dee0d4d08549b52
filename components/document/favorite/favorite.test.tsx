import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { called, login, no, ok, show, world } from "../testing/world"

describe("favourite", () => {
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))
  it("is kept, put into a folder, and taken out again; the number counts along", async () => {
    Object.assign(world.replies, {
      "POST /favorite": ok({ id: 55 }),
      "DELETE /favorite": ok(),
      "PUT /favorite": ok(),
      "GET /favorite/folder": ok({ folder: [{ id: 8, title: "备课", count: 2 }] }),
    })
    show()
    press("收藏")
    await waitFor(() => expect(world.said).toEqual(["收藏成功"]))
    expect(screen.getByText("5 人收藏")).toBeTruthy()
    press("选择收藏夹")
    fireEvent.click(await screen.findByRole("button", { name: /备课/ }))
    await waitFor(() => expect(world.said).toEqual(["收藏成功", "已放进“备课”"]))
    expect(called("PUT /favorite")).toEqual([["PUT /favorite", { id: [55], folder_id: 8 }]])
    expect(screen.queryByRole("dialog")).toBeNull()
    press("取消收藏")
    await waitFor(() => expect(world.said.at(-1)).toBe("取消收藏成功"))
    expect(called("DELETE /favorite")).toEqual([["DELETE /favorite", { id: [55] }]])
    expect(screen.getByText("4 人收藏")).toBeTruthy()
  })
  it("a new folder is made on the way", async () => {
    Object.assign(world.replies, {
      "POST /favorite": ok({ id: 55 }),
      "PUT /favorite": ok(),
      "GET /favorite/folder": ok({ folder: [] }),
      "POST /favorite/folder": ok({ id: 12, title: "期末" }),
    })
    show()
    press("收藏")
    press(await screen.findByRole("button", { name: "选择收藏夹" }).then(() => "选择收藏夹"))
    const dialog = within(await screen.findByRole("dialog", { name: "选择收藏夹" }))
    fireEvent.click(await dialog.findByRole("button", { name: "新建" }))
    expect(dialog.getByRole("alert").textContent).toBe("请输入收藏夹名称")
    fireEvent.change(dialog.getByLabelText("新收藏夹的名称"), { target: { value: " 期末 " } })
    fireEvent.click(dialog.getByRole("button", { name: "新建" }))
    await waitFor(() => expect(called("PUT /favorite")).toEqual([["PUT /favorite", { id: [55], folder_id: 12 }]]))
    expect(called("POST /favorite/folder")).toEqual([["POST /favorite/folder", { title: "期末" }]])
  })
  it("kept elsewhere meanwhile: the sentence, and the button follows", async () => {
    world.replies["POST /favorite"] = no(409, "您已经收藏过了")
    show()
    await waitFor(() => expect(called("GET /favorite")).toHaveLength(1))
    world.replies["GET /favorite"] = ok({ id: 60 })
    press("收藏")
    await waitFor(() => expect(screen.getByRole("button", { name: "取消收藏" }).getAttribute("aria-pressed")).toBe("true"))
    expect(world.said).toEqual(["! 您已经收藏过了"])
    expect(screen.getByText("4 人收藏")).toBeTruthy()
  })
  it("nobody logs in and comes back", () => {
    world.session = { ready: true, token: "", user: null, permissions: [] }
    show()
    press("收藏")
    expect(world.push).toHaveBeenCalledWith(login)
    expect(called("POST /favorite")).toHaveLength(0)
  })
  it("the folder's offer goes by itself, but not from under somebody's finger", async () => {
    world.replies["POST /favorite"] = ok({ id: 55 })
    show()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    press("收藏")
    const offer = await screen.findByText("已放进我的收藏")
    fireEvent.pointerEnter(offer.parentElement!)
    act(() => void vi.advanceTimersByTime(20_000))
    expect(screen.queryByText("已放进我的收藏")).toBeTruthy()
    fireEvent.pointerLeave(offer.parentElement!)
    act(() => void vi.advanceTimersByTime(11_000))
    expect(screen.queryByText("已放进我的收藏")).toBeNull()
  })
})
