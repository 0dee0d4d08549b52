import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import { describe, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { called, menu, openMenu, show } from "../testing/surroundings"
import type { StaffDocumentState } from "./use-staff-items"

describe("staff actions", () => {
  const rights = (...names: string[]) =>
    world.enter(
      { id: 7 },
      names.map((name) => `DocumentAPI/${name}`),
    )
  const choose = (name: string) => fireEvent.click(screen.getByRole("menuitem", { name }))
  const withPlace = (moderation: Partial<StaffDocumentState>) => show({}, moderation)

  it("recommends, pins, undoes both, and the page reloads", async () => {
    rights("SetDocumentRecommend")
    world.answer("PUT /document/recommend", {})
    const first = withPlace({})
    await openMenu()
    expect(menu()).toEqual(["设为推荐", "举报文档"])
    choose("设为推荐")
    await waitFor(() => expect(world.messages).toEqual(["操作成功"]))
    expect(world.router.refresh).toHaveBeenCalledTimes(1)
    first.unmount()
    withPlace({ recommended: true })
    await openMenu()
    expect(menu()).toEqual(["推荐置顶", "取消推荐", "举报文档"])
    choose("推荐置顶")
    await waitFor(() => expect(world.messages).toEqual(["操作成功", "操作成功"]))
    await openMenu()
    choose("取消推荐")
    await waitFor(() =>
      expect(called("PUT /document/recommend").map(([, input]) => input)).toEqual([
        { id: [3], type: 1 },
        { id: [3], type: 2 },
        { id: [3], type: 0 },
      ]),
    )
  })

  it("requests no reason if the server would not store it", async () => {
    rights("CheckDocument")
    world.set({ capabilities: { absent: ["PUT /document/check reason"] } })
    world.answer("PUT /document/check", {})
    withPlace({})
    await openMenu()
    choose("禁用文档")
    const dialog = within(await screen.findByRole("dialog", { name: "禁用文档" }))
    expect(dialog.queryByLabelText("原因")).toBeNull()
    fireEvent.click(dialog.getByRole("button", { name: "禁用" }))
    await waitFor(() => expect(called("PUT /document/check").map(([, input]) => input)).toEqual([{ id: [3], status: 4 }]))
  })

  it("disables with an optional reason, and enables again", async () => {
    rights("CheckDocument")
    world.answer("PUT /document/check", refusal(500, "数据库繁忙"))
    const first = withPlace({})
    await openMenu()
    choose("禁用文档")
    const dialog = within(await screen.findByRole("dialog", { name: "禁用文档" }))
    fireEvent.click(dialog.getByRole("button", { name: "涉嫌侵犯版权" }))
    fireEvent.click(dialog.getByRole("button", { name: "禁用" }))
    expect((await dialog.findByRole("alert")).textContent).toBe("数据库繁忙")
    world.answer("PUT /document/check", {})
    fireEvent.change(dialog.getByLabelText("原因"), { target: { value: "" } })
    fireEvent.click(dialog.getByRole("button", { name: "禁用" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    first.unmount()
    withPlace({ status: 4 })
    await openMenu()
    choose("启用文档")
    await waitFor(() =>
      expect(called("PUT /document/check").map(([, input]) => input)).toEqual([
        { id: [3], status: 4, reason: "涉嫌侵犯版权" },
        { id: [3], status: 4 },
        { id: [3], status: 2 },
      ]),
    )
  })

  it("decides on a pending document: staff view the file, approve it, or reject it with a reason", async () => {
    rights("CheckDocument", "DownloadDocumentToBeReviewed")
    world.answer("PUT /document/check", {})
    withPlace({ status: 6 })
    const strip = within(screen.getByRole("region", { name: "审核" }))
    expect(strip.getByRole("button", { name: "下载查看" })).toBeTruthy()
    fireEvent.click(strip.getByRole("button", { name: "拒绝" }))
    const dialog = within(await screen.findByRole("dialog", { name: "拒绝文档" }))
    fireEvent.click(dialog.getByRole("button", { name: "拒绝" }))
    expect(dialog.getByRole("alert").textContent).toBe("请写明原因")
    fireEvent.change(dialog.getByLabelText("原因"), { target: { value: " 看不清 " } })
    fireEvent.click(dialog.getByRole("button", { name: "拒绝" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    fireEvent.click(strip.getByRole("button", { name: "通过" }))
    await waitFor(() =>
      expect(called("PUT /document/check").map(([, input]) => input)).toEqual([
        { id: [3], status: 7, reason: "看不清" },
        { id: [3], status: 2 },
      ]),
    )
  })

  it.each([
    [2, ["CheckDocument"]],
    [0, ["CheckDocument"]],
    [6, []],
    [6, ["SetDocumentRecommend"]],
  ])("status %d with %j: no review bar", (status, names) => {
    rights(...names)
    withPlace({ status })
    expect(screen.queryByRole("region", { name: "审核" })).toBeNull()
  })
})
