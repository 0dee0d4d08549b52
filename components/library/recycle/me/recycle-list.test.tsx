import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { timeLeft, RecycleList } from "./recycle-list"

const now = Date.parse("2026-06-15T00:00:00Z")
const row = (id: number, title: string) => ({
  id,
  title,
  ext: ".pdf",
  pages: 3,
  username: "林",
  deleted_username: "林",
  deleted_at: "2026-06-14T00:00:00Z",
  purge_at: "2026-07-14T00:00:00Z",
})
const show = () => render(<RecycleList documents={[row(1, "甲"), row(2, "乙")]} now={now} />)

beforeEach(() => {
  world.answer("PUT /document/recycle", {})
  world.answer("DELETE /document/recycle", {})
})

describe("the user's recycle bin", () => {
  it("states how long each document is kept", () => {
    show()
    expect(screen.getAllByText("29 天后彻底删除")).toHaveLength(2)
    expect([timeLeft("2026-06-15T00:00:01Z", now), timeLeft("2026-06-14T00:00:00Z", now), timeLeft(null, now)]).toEqual([
      "1 天后彻底删除",
      "即将彻底删除",
      "",
    ])
  })
  it("restores a document without a confirmation", async () => {
    show()
    fireEvent.click(screen.getByRole("button", { name: "恢复《甲》" }))
    await waitFor(() => expect(world.messages).toEqual(["已恢复，回到我的上传里了"]))
    expect(world.api).toHaveBeenCalledWith("PUT /document/recycle", { id: [1] })
    expect(world.router.refresh).toHaveBeenCalled()
  })
  it("permanently deletes one or many after a confirmation", async () => {
    world.agree = false
    show()
    fireEvent.click(screen.getByRole("button", { name: "彻底删除《乙》" }))
    await waitFor(() => expect(world.asked).toEqual(["彻底删除《乙》"]))
    expect(world.api).not.toHaveBeenCalled()
    world.agree = true
    fireEvent.click(screen.getByRole("checkbox", { name: "全选本页" }))
    fireEvent.click(within(screen.getByRole("group", { name: "批量操作" })).getByRole("button", { name: "彻底删除" }))
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("DELETE /document/recycle", { id: [1, 2] }))
    expect(world.asked.at(-1)).toBe("彻底删除选中的 2 份文档")
  })
  it("documents deleted by staff cannot be selected or restored", () => {
    render(<RecycleList documents={[{ ...row(1, "甲"), deleted_username: "admin" }, row(2, "乙")]} now={now} />)
    expect(screen.getByText(/被工作人员删除/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "恢复《甲》" }).disabled).toBe(true)
    expect(screen.queryByRole("checkbox", { name: "选择《甲》" })).toBeNull()
  })
  it("shows the server's error message", async () => {
    world.answer("PUT /document/recycle", refusal(403, "没有权限"))
    show()
    fireEvent.click(screen.getByRole("button", { name: "恢复《甲》" }))
    await waitFor(() => expect(world.messages).toEqual(["! 没有权限"]))
    expect(world.router.refresh).not.toHaveBeenCalled()
  })
})
