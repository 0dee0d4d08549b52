import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { PunishLater } from "./punish-later"

it("staff with the permission restrict a user from the user's page; others do not see the action", async () => {
  const before = render(<PunishLater id={7} username="林知夏" />)
  expect(screen.queryByRole("button")).toBeNull()
  before.unmount()
  world.enter({ id: 3 }, ["PunishmentAPI/CreatePunishment"])
  world.answer("POST /punishment", {})
  render(<PunishLater id={7} username="林知夏" />)
  fireEvent.click(screen.getByRole("button", { name: "处罚" }))
  const dialog = within(await screen.findByRole("dialog", { name: "处罚 林知夏" }))
  fireEvent.click(dialog.getByRole("button", { name: "确定处罚" }))
  expect(dialog.getByRole("alert").textContent).toBe("请选择处罚类型")
  fireEvent.click(dialog.getByLabelText("禁止评论"))
  fireEvent.click(dialog.getByLabelText("禁止上传"))
  fireEvent.change(dialog.getByLabelText("有效时间"), { target: { value: "24" } })
  const picture = { files: [new File(["x"], "图.png", { type: "image/png" })], getData: () => "" }
  fireEvent.paste(dialog.getByLabelText("原因"), { clipboardData: picture })
  expect(dialog.getByRole("alert").textContent).toBe("这里只能写文字，图片和文件没有加进来")
  fireEvent.change(dialog.getByLabelText("原因"), { target: { value: " 刷屏 " } })
  const sent = Date.now()
  fireEvent.click(dialog.getByRole("button", { name: "确定处罚" }))
  await waitFor(() => expect(world.messages).toEqual(["处罚已经生效"]))
  expect(world.asked).toEqual(["处罚 林知夏（ID 7）？"])
  expect(world.question?.content).toMatch(/^禁止评论、禁止上传，到 .+ 为止。$/)
  const [, input] = world.api.mock.calls.find(([key]) => key === "POST /punishment")!
  const { end_time, ...rest } = input as { end_time: string }
  expect(rest).toEqual({ user_id: [7], type: [2, 3], enable: true, reason: "刷屏" })
  expect(Math.abs(new Date(end_time).getTime() - sent - 86_400_000)).toBeLessThan(60_000)
  expect(screen.queryByRole("dialog")).toBeNull()
})

it("a template fills the form, and earlier punishments of the user are named", async () => {
  world.enter({ id: 3 }, ["PunishmentAPI/CreatePunishment", "PunishmentAPI/ListPunishment", "PunishmentAPI/ListPunishmentTemplate"])
  world.answer("POST /punishment", {})
  world.answer("GET /punishmenttemplate/list", {
    total: 1,
    punishment_template: [{ id: 4, title: "发广告，第一次", type: [2, 6], hours: 72, reason: "发布广告" }],
  })
  world.answer("GET /punishment/list", {
    total: 2,
    punishment: [{ id: 9, type: 3, reason: "盗版", enable: false, created_at: "2026-11-01T08:00:00Z" }],
  })
  render(<PunishLater id={7} username="林知夏" />)
  fireEvent.click(screen.getByRole("button", { name: "处罚" }))
  const dialog = within(await screen.findByRole("dialog", { name: "处罚 林知夏" }))
  expect(await dialog.findByText(/此前受过 2 次处罚/)).toBeTruthy()
  expect(dialog.getByText("2026-11-01 禁止上传（已取消）：盗版")).toBeTruthy()
  fireEvent.change(await dialog.findByLabelText("模板"), { target: { value: "4" } })
  expect(dialog.getByLabelText<HTMLInputElement>("禁止评论").checked).toBe(true)
  expect(dialog.getByLabelText<HTMLInputElement>("禁止发布文章").checked).toBe(true)
  expect(dialog.getByLabelText<HTMLSelectElement>("有效时间").value).toBe("72")
  fireEvent.click(dialog.getByRole("button", { name: "确定处罚" }))
  await waitFor(() => expect(world.messages).toEqual(["处罚已经生效"]))
  expect(world.api.mock.calls.find(([key]) => key === "POST /punishment")![1]).toMatchObject({ type: [2, 6], reason: "发布广告" })
})

it("nobody is restricted without consent to user and restriction", async () => {
  world.enter({ id: 3 }, ["PunishmentAPI/CreatePunishment"])
  world.agree = false
  render(<PunishLater id={7} username="林知夏" />)
  fireEvent.click(screen.getByRole("button", { name: "处罚" }))
  const dialog = within(await screen.findByRole("dialog", { name: "处罚 林知夏" }))
  fireEvent.click(dialog.getByLabelText("禁止评论"))
  fireEvent.click(dialog.getByRole("button", { name: "确定处罚" }))
  await waitFor(() => expect(world.asked).toEqual(["处罚 林知夏（ID 7）？"]))
  expect(world.question?.content).toBe("禁止评论，一直有效。")
  expect(world.inputsOf("POST /punishment")).toEqual([])
})
