import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { beforeEach, describe, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import Orders from "@/app/admin/order/page"
import Punishments from "@/app/admin/user/punishment/page"
import type { Input, Output } from "@/lib/contract/types"
import { UserSelect } from "./user-select"

type User = Output<"GET /user/list">["user"][number]
const user = (id: number, username: string, email = "") => ({ id, username, email }) as User
const users = [user(9, "新来的"), user(8, "小林二号"), user(7, "小林", "lin@example.com")]

/** Answers as the server does: newest first, without a query all of them. */
const listUsers = (input: Input<"GET /user/list">) => {
  const ids = [input.id ?? []].flat().map(Number)
  const matching = users.filter(({ id, username, email }) =>
    ids.length ? ids.includes(id) : [username, email].some((text) => text.includes(input.wd ?? "")),
  )
  return { total: matching.length, user: matching }
}

beforeEach(() => world.answer("GET /user/list", listUsers))

const Single = ({ onChoose }: { onChoose: (value: unknown) => void }) => {
  const [value, setValue] = useState<number>()
  return <UserSelect label="用户" value={value} onChange={(next) => (onChoose(next), setValue(next as number))} />
}
const open = () => {
  const chosen: unknown[] = []
  render(<Single onChoose={(value) => chosen.push(value)} />)
  return { chosen, field: screen.getByRole<HTMLInputElement>("combobox", { name: "用户" }) }
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const enter = (field: HTMLElement) => {
  fireEvent.keyDown(field, { key: "Enter", code: "Enter", keyCode: 13, which: 13 })
  fireEvent.keyUp(field, { key: "Enter", code: "Enter", keyCode: 13, which: 13 })
}
const queries = () => world.calls("GET /user/list").map(({ input }) => input["wd"])

describe("choosing a user by keyboard", () => {
  it("a pasted name and Enter take the user of that name, never the newest user", async () => {
    const { chosen, field } = open()
    type(field, "小林")
    enter(field)
    await waitFor(() => expect(chosen).toEqual([7]))
    expect(screen.getByTitle("小林")).toBeTruthy()
    expect(queries()).toEqual(["小林"])
  })

  it("an address that belongs to one user takes that user", async () => {
    const { chosen, field } = open()
    type(field, " lin@example.com ")
    await screen.findByTitle("小林")
    enter(field)
    await waitFor(() => expect(chosen).toEqual([7]))
  })

  it("an incomplete name takes nobody on Enter, and stays", async () => {
    const { chosen, field } = open()
    type(field, "小")
    enter(field)
    await screen.findByTitle("小林二号")
    enter(field)
    expect([chosen, field.value]).toEqual([[], "小"])
    // the list takes keys only a moment after its entries are displayed
    await waitFor(() => {
      fireEvent.keyDown(field, { key: "ArrowDown", keyCode: 40, which: 40 })
      expect(document.querySelector(".ant-select-item-option-active")?.textContent).toBe("小林二号 ID 8")
    })
    enter(field)
    await waitFor(() => expect(chosen).toEqual([8]))
  })

  it("nothing is highlighted when the list opens, so Enter takes nobody", async () => {
    const { chosen, field } = open()
    enter(field)
    await screen.findByTitle("新来的")
    expect(document.querySelector(".ant-select-item-option-active")).toBeNull()
    enter(field)
    fireEvent.keyDown(field, { key: "Tab", keyCode: 9, which: 9 })
    expect(chosen).toEqual([])
  })

  it("matches of an earlier query disappear at once and never come back", async () => {
    const { field } = open()
    fireEvent.mouseDown(field)
    await screen.findByTitle("新来的")
    type(field, "小林")
    expect(screen.queryByTitle("新来的")).toBeNull()
    expect(screen.getByText("正在查找")).toBeTruthy()
    await screen.findByTitle("小林二号")
    expect(screen.queryByTitle("新来的")).toBeNull()
  })
})

describe("what affects a user at once is confirmed by name and ID", () => {
  const pickUser = async (name: string) => {
    const field = await screen.findByRole("combobox", { name: "用户" })
    type(field, name)
    enter(field)
    await screen.findByTitle(name)
  }

  it("a manual recharge names user, ID and amount; without consent nothing is sent", async () => {
    world.grant("OrderAPI/ListOrder", "OrderAPI/SystemRecharge")
    world.reply({ "GET /order/list": { total: 0, order: [] }, "POST /order/system/recharge": {} })
    world.agree = false
    render(<Orders />)
    fireEvent.click(await screen.findByRole("button", { name: "系统充值" }))
    await pickUser("小林")
    fireEvent.change(screen.getByLabelText("魔豆数"), { target: { value: "1200" } })
    fireEvent.change(screen.getByLabelText("备注"), { target: { value: "活动奖励" } })
    fireEvent.click(screen.getByRole("button", { name: /^充\s?值$/ }))
    await waitFor(() => expect(world.asked).toEqual(["给 小林（ID 7）充值 1,200 魔豆？"]))
    expect(world.calls("POST /order/system/recharge")).toEqual([])
    world.agree = true
    fireEvent.click(screen.getByRole("button", { name: /^充\s?值$/ }))
    await waitFor(() => expect(world.inputsOf("POST /order/system/recharge")).toEqual([{ user_id: 7, credit: 1200, remark: "活动奖励" }]))
  })

  it("a new punishment names users and IDs", async () => {
    world.grant("PunishmentAPI/ListPunishment", "PunishmentAPI/CreatePunishment", "UserAPI/ListUser")
    world.reply({ "GET /punishment/list": { total: 0, punishment: [] }, "POST /punishment": {} })
    render(<Punishments />)
    fireEvent.click((await screen.findAllByRole("button", { name: "新增" }))[0]!)
    const form = await screen.findByRole("dialog")
    const field = form.querySelector<HTMLInputElement>("input[role=combobox]")!
    type(field, "小林")
    enter(field)
    await screen.findAllByTitle("小林")
    fireEvent.click(screen.getByRole("checkbox", { name: "禁止评论" }))
    fireEvent.click(screen.getByRole("button", { name: "保存" }))
    await waitFor(() => expect(world.asked).toEqual(["处罚 小林（ID 7）？"]))
    await waitFor(() => expect(world.inputsOf("POST /punishment")).toEqual([expect.objectContaining({ user_id: [7] })]))
  })
})
