import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import Page from "@/app/admin/document/searchrecord/page"

const record = (id: number, keywords: string, more: object = {}) => ({
  id,
  keywords,
  total: 0,
  page: 1,
  spend_time: 0.012,
  ip: "203.0.113.7",
  ...more,
})

beforeEach(() => {
  world.grant("SearchRecordAPI/ListSearchRecord", "SearchRecordAPI/DeleteSearchRecord", "UserAPI/ListUser")
  world.reply({
    "GET /searchrecord/list": {
      total: 2,
      search_record: [record(1, "年报 & 预算", { user_id: 7, username: "小林", total: 9 }), record(2, "没有这样")],
    },
    "DELETE /searchrecord": {},
  })
})
const show = async () => {
  render(<Page />)
  await screen.findByText("没有这样")
}

it("shows each user's searches with a link to the search; nothing can be added or changed", async () => {
  await show()
  expect(screen.getByRole("link", { name: "年报 & 预算" }).getAttribute("href")).toBe(`/search?wd=${encodeURIComponent("年报 & 预算")}`)
  expect(screen.getByRole("link", { name: "小林" }).getAttribute("href")).toBe("/user/7")
  expect(screen.getByText("游客")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "新增" })).toBeNull()
  expect(screen.queryByRole("button", { name: /^编辑 / })).toBeNull()
})

it("sorts by the columns that the server can sort by, and deletes selected records", async () => {
  await show()
  fireEvent.click(screen.getByRole("columnheader", { name: "耗时（秒）" }))
  await waitFor(() => expect(world.inputsOf("GET /searchrecord/list").at(-1)).toMatchObject({ order: "spend_time asc" }))
  fireEvent.click(await screen.findByRole("checkbox", { name: "选择 没有这样" }))
  fireEvent.click(within(screen.getByRole("group", { name: "批量操作" })).getByRole("button", { name: "删除" }))
  await waitFor(() => expect(world.inputsOf("DELETE /searchrecord")).toEqual([{ id: [2] }]))
})

it("offers no filter that the back end's list does not support", async () => {
  await show()
  // behind the button: the line has space for three
  expect(screen.queryByRole("combobox", { name: "没有结果" })).toBeNull()
  fireEvent.click(screen.getByRole("button", { name: "更多筛选" }))
  expect(screen.getByRole("combobox", { name: "没有结果" })).toBeTruthy()
  world.set({
    capabilities: { absent: ["GET /searchrecord/list is_empty", "GET /searchrecord/list type", "GET /searchrecord/list .type"] },
  })
  render(<Page />)
  await waitFor(() => expect(screen.getAllByRole("textbox", { name: "IP" })).toHaveLength(2))
  expect(screen.getAllByRole("combobox", { name: "没有结果" })).toHaveLength(1)
  expect(screen.getAllByRole("columnheader", { name: "范围" }), "its rows have none either").toHaveLength(1)
})
