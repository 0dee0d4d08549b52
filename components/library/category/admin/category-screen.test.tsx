import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import Page from "@/app/admin/document/category/page"
import Bin from "@/app/admin/document/recycle/page"
import { forgetChoices } from "@/components/admin/crud/reference"

const category = (id: number, title: string, more: object = {}) => ({
  id,
  title,
  parent_id: 0,
  enable: true,
  sort: 1,
  doc_count: 0,
  ...more,
})

beforeEach(() => {
  forgetChoices()
  world.grant("CategoryAPI/ListCategory", "CategoryAPI/CreateCategory", "CategoryAPI/UpdateCategory", "CategoryAPI/DeleteCategory")
  world.reply({
    "GET /category/list": {
      category: [category(1, "教育", { doc_count: 3 }), category(2, "空的"), category(3, "数学", { parent_id: 1, doc_count: 3 })],
    },
    "POST /category": category(9, "甲"),
    "PUT /category": {},
    "PUT /category/move": {},
  })
})
const show = async () => {
  render(<Page />)
  await screen.findByRole("button", { name: "移动 数学" })
}

it("shows document categories as a tree; categories with contents cannot be selected for deletion", async () => {
  await show()
  expect(world.inputsOf("GET /category/list")[0]).toMatchObject({ type: [0], page: 1, size: 10_000 })
  expect(screen.getByRole("heading", { level: 1, name: "文档分类" })).toBeTruthy()
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `选择 ${name}` })
  expect([box("教育").disabled, box("空的").disabled]).toEqual([true, false])
})

it("adds several document categories by their names", async () => {
  await show()
  fireEvent.click(screen.getByRole("button", { name: "新增" }))
  const form = within(await screen.findByRole("dialog"))
  fireEvent.change(form.getByLabelText("名称"), { target: { value: "甲\n乙" } })
  fireEvent.click(form.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(world.inputsOf("POST /category")[0]).toEqual({ title: "甲\n乙", type: 0, parent_id: 0, enable: true }))
})

it("icon and cover are available for top-level categories only", async () => {
  await show()
  world.press("编辑 教育")
  expect(await screen.findByText("图标", { selector: "label" })).toBeTruthy()
  fireEvent.click(screen.getByRole("button", { name: "取消" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  world.press("编辑 数学")
  const form = within(await screen.findByRole("dialog"))
  expect(form.queryByText("图标", { selector: "label" })).toBeNull()
  expect(form.getByLabelText("名称").tagName).toBe("INPUT")
})

it("a refused deletion of a category without visible contents leads to its contents in the recycle bin", async () => {
  const assign = vi.fn()
  vi.stubGlobal("location", { ...window.location, assign })
  world.answer("DELETE /category", refusal(400, "“空的”的 1 份文档还在回收站里，不能删除。请到回收站彻底删除，或者恢复后改到别的分类"))
  await show()
  const button = screen.queryByRole("button", { name: "删除 空的" })
  if (button) fireEvent.click(button)
  else {
    fireEvent.click(screen.getByRole("button", { name: "更多操作 空的" }))
    fireEvent.click(await screen.findByRole("menuitem", { name: "删除" }))
  }
  await waitFor(() => expect(world.messages.at(-1)).toContain("还在回收站里"))
  world.offered?.onClick()
  expect(assign).toHaveBeenCalledWith("/admin/document/recycle?category_id=2")
  vi.unstubAllGlobals()
})

it("the recycle bin of documents is filtered by a category of the address, until the filter is reset", async () => {
  world.grant("RecycleAPI/ListRecycleDocument")
  world.reply({ "GET /document/recycle": { total: 0, document: [] } })
  window.history.replaceState(null, "", "/admin/document/recycle?category_id=2")
  render(<Bin />)
  await waitFor(() => expect(world.inputsOf("GET /document/recycle")[0]).toMatchObject({ category_id: ["2"] }))
  // disabled categories are deleted, too, so the filter names them
  expect(world.inputsOf("GET /category/list")[0]).toMatchObject({ type: [0], enable: [true, false] })
  fireEvent.click(within(screen.getByRole("search")).getByRole("button", { name: "重置" }))
  await waitFor(() => expect(window.location.search).toBe(""))
  await waitFor(() => expect(world.inputsOf("GET /document/recycle").at(-1)).not.toHaveProperty("category_id"))
})
