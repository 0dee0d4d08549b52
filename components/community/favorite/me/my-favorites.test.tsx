import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import type { Favorite, FavoriteFolder } from "@/lib/contract/types"
import { MyFavorites } from "./my-favorites"

const row = (id: number, title: string, part: Partial<Favorite> = {}): Favorite => ({
  id,
  user_id: 7,
  document_id: id,
  document_uuid: `uuid${id}`,
  type: 0,
  folder_id: 0,
  title,
  ext: ".pdf",
  score: 0,
  pages: 3,
  size: 100,
  cover: "",
  created_at: null,
  updated_at: null,
  ...part,
})
const folders: FavoriteFolder[] = [{ id: 4, title: "备课", count: 2, created_at: null }]
const show = (favorites: Favorite[], folder = "") =>
  render(<MyFavorites favorites={favorites} folders={folders} folder={folder} type="" now={0} filter={null} empty={<p>空</p>} />)
const tick = (title: string) => fireEvent.click(screen.getByRole("checkbox", { name: `选择《${title}》` }))
const batch = () => within(screen.getByRole("group", { name: "批量操作" }))

beforeEach(() => {
  for (const key of ["PUT /favorite", "DELETE /favorite", "POST /favorite/folder", "DELETE /favorite/folder"] as const)
    world.answer(key, {})
})

describe("the favourites list", () => {
  it("bulk actions are disabled while nothing is selected", () => {
    show([row(1, "甲"), row(2, "乙")])
    for (const name of ["移动到", "移除"]) expect(batch().getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true)
  })

  it("without folders there is no move action", () => {
    render(<MyFavorites favorites={[row(1, "甲")]} folders={null} folder="" type="" now={0} filter={null} empty={null} />)
    expect(screen.queryByRole("button", { name: /移动/ })).toBeNull()
    expect(screen.queryByText("全部")).toBeNull()
    expect(batch().getByRole("button", { name: "移除" })).toBeTruthy()
  })

  it("removes the selected favourites after a confirmation that states their number", async () => {
    show([row(1, "甲"), row(2, "乙"), row(3, "丙")])
    tick("甲")
    tick("丙")
    expect(batch().getByText("已选 2 项")).toBeTruthy()
    fireEvent.click(batch().getByRole("button", { name: "移除" }))
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("DELETE /favorite", { id: [1, 3] }))
    expect(world.asked).toEqual(["移除选中的 2 项收藏"])
    await waitFor(() => expect(world.messages).toEqual(["移除收藏成功"]))
    expect(world.router.refresh).toHaveBeenCalled()
  })

  it("cancelling the confirmation keeps them", async () => {
    world.agree = false
    show([row(1, "甲")])
    fireEvent.click(screen.getByRole("button", { name: "移除《甲》" }))
    await waitFor(() => expect(world.asked).toEqual(["移除《甲》"]))
    expect(world.api).not.toHaveBeenCalled()
  })

  it("moves the whole page into a folder at once", async () => {
    show([row(1, "甲"), row(2, "乙")])
    fireEvent.click(screen.getByRole("checkbox", { name: "全选本页" }))
    fireEvent.click(batch().getByRole("button", { name: "移动到" }))
    fireEvent.click(within(screen.getByRole("dialog", { name: "把 2 项移到" })).getByRole("button", { name: /备课/ }))
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("PUT /favorite", { id: [1, 2], folder_id: 4 }))
    await waitFor(() => expect(world.messages).toEqual(["已移到“备课”"]))
  })

  it("a removed favourite is no longer selected", () => {
    const { rerender } = show([row(1, "甲"), row(2, "乙")])
    tick("甲")
    rerender(<MyFavorites favorites={[row(2, "乙")]} folders={folders} folder="" type="" now={0} filter={null} empty={null} />)
    expect(batch().queryByText(/已选/)).toBeNull()
  })

  it("an article links to the article, a deleted item has no link", () => {
    show([row(1, "指南", { type: 1, document_uuid: "guide" }), row(2, "已被删除", { document_uuid: "" })])
    expect(screen.getByRole("link", { name: "指南" }).getAttribute("href")).toBe("/article/guide")
    expect(screen.queryByRole("link", { name: "已被删除" })).toBeNull()
  })

  it("a folder is renamed, and not with an empty name", async () => {
    show([row(1, "甲")])
    fireEvent.click(screen.getByRole("button", { name: "新建收藏夹" }))
    const box = within(screen.getByRole("dialog", { name: "新建收藏夹" }))
    fireEvent.click(box.getByRole("button", { name: "保存" }))
    expect(box.getByText("请输入收藏夹名称")).toBeTruthy()
    fireEvent.change(box.getByLabelText("名称"), { target: { value: " 期末 " } })
    fireEvent.click(box.getByRole("button", { name: "保存" }))
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /favorite/folder", { title: "期末" }))
    await waitFor(() => expect(world.router.refresh).toHaveBeenCalled())
  })

  it("an open folder can be deleted; its favourites remain", async () => {
    show([row(1, "甲", { folder_id: 4 })], "4")
    fireEvent.click(screen.getByRole("button", { name: "删除收藏夹" }))
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("DELETE /favorite/folder", { id: 4 }))
    await waitFor(() => expect(world.router.push).toHaveBeenCalledWith("/me/favorite"))
  })
})
