import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { crudPage } from "@/components/admin/crud-page"
import { entities } from "@/lib/contract/entities"
import { listAddress, readListState } from "./list-state"

const Links = crudPage(entities.friendlink, { fields: { title: { label: "标题", title: true } } })
beforeEach(() => {
  world.grant("FriendlinkAPI/ListFriendlink")
  world.reply({ "GET /friendlink/list": { total: 300, friendlink: [{ id: 1, title: "一个网站" }] } })
  world.goTo("/admin/friendlink")
})
const show = async () => {
  const view = render(<Links />)
  await screen.findByText("一个网站")
  return view
}

it("the chosen page size is remembered and not in the address; a size in the address takes precedence", () => {
  const params = (text: string) => new URLSearchParams(text)
  expect(readListState(params(""), [], 50).size).toBe(50)
  expect(readListState(params("size=10"), [], 50).size).toBe(10)
  const state = readListState(params(""), [], 50)
  expect([listAddress("/a", state, "", 50), listAddress("/a", { ...state, size: 20 }, "", 50)]).toEqual(["/a", "/a?size=20"])
})

it("a list requests the page size used last time", async () => {
  window.localStorage.setItem("admin:size:/admin/friendlink", "50")
  await show()
  expect(world.inputsOf("GET /friendlink/list")[0]).toMatchObject({ size: 50 })
})

it("the compact row height is remembered", async () => {
  const first = await show()
  const density = () => screen.getByRole("region", { name: "友链管理" }).dataset.density
  expect(density()).toBe("roomy")
  fireEvent.click(screen.getByRole("button", { name: "选择列" }))
  fireEvent.click(await screen.findByRole("checkbox", { name: "紧凑的行" }))
  expect(density()).toBe("compact")
  first.unmount()
  await show()
  await waitFor(() => expect(density()).toBe("compact"))
})
