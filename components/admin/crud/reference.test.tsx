import { refusal, world } from "@/tests/setup/admin-world"
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { documentCategories } from "@/components/library/category/admin/categories"
import { documentForms } from "@/components/library/document/admin/document-forms"
import UsersPage from "@/app/admin/user/list/page"
import { crudPage } from "@/components/admin/crud-page"
import { entities } from "@/lib/contract/entities"
import type { Output } from "@/lib/contract/types"
import { forgetChoices } from "./reference"

type Category = Output<"GET /category/list">["category"][number]
type Document = Output<"GET /document/list">["document"][number]
const category = (id: number, title: string, parent_id = 0): Category => ({
  ...{ id, title, parent_id, icon: "", cover: "", doc_count: 0, sort: 0, enable: true, type: 0, description: "", show_description: false },
  ...{ document_visibility: 0, created_at: null, updated_at: null },
})
const document = { id: 9, title: "试卷", category_id: [1, 2], updated_at: "2026-06-15T01:00:00.000Z" } as Document
const Documents = crudPage(entities.document, {
  batchForms: { category: documentForms.category },
  batchActions: (rows, { show }) => [{ key: "category", label: "改分类", onClick: () => show("category", rows) }],
  fields: {
    title: { label: "名称", title: true },
    category_id: { label: "分类", kind: "ref", reference: documentCategories, search: true, many: true, required: true },
  },
})
/** Opens a select and picks the option with that label. */
const pick = async (field: HTMLElement, label: string) => {
  fireEvent.mouseDown(field)
  fireEvent.click(await screen.findByTitle(label))
}

beforeEach(() => {
  forgetChoices()
  world.grant("DocumentAPI/ListDocument", "DocumentAPI/UpdateDocument")
  world.reply({
    "GET /document/list": { total: 1, document: [document] },
    "GET /category/list": { category: [category(1, "教育"), category(2, "高考", 1), category(3, "中考", 1)] },
    "PUT /document": {},
    "PUT /document/category": {},
  })
})

describe("a field that references rows of another list", () => {
  it("displays their names; cells, filters and forms share one request", async () => {
    render(<Documents />)
    const cell = await screen.findByText("教育", { selector: ".tag" })
    expect(within(cell.parentElement!).getByText("高考")).toBeTruthy()
    world.press("编辑 试卷")
    await screen.findByRole("dialog")
    expect(world.calls("GET /category/list")).toHaveLength(1)
  })

  it("shows the deepest category of a branch, and sends the selected one", async () => {
    render(<Documents />)
    await screen.findByText("教育", { selector: ".tag" })
    world.press("编辑 试卷")
    const form = await screen.findByRole("dialog")
    const field = within(form).getByLabelText("分类")
    expect(await within(form).findByTitle("高考")).toBeTruthy()
    await pick(field, "中考")
    world.press("保存")
    await waitFor(() => expect(world.calls("PUT /document")[0]?.input).toEqual({ id: 9, category_id: [3] }))
  })

  it("is a list filter that is kept in the address", async () => {
    render(<Documents />)
    await screen.findByText("教育", { selector: ".tag" })
    await pick(within(screen.getByRole("search")).getByRole("combobox", { name: "分类" }), "高考")
    await waitFor(() => expect(window.location.search).toBe("?category_id=2"))
    await waitFor(() => expect(world.calls("GET /document/list").at(-1)!.input).toMatchObject({ category_id: ["2"] }))
  })

  it("explains why there is nothing to choose from", async () => {
    world.reply({ "GET /category/list": refusal(0, "网络没有连上，请检查后重试") })
    render(<Documents />)
    await screen.findByText("试卷")
    fireEvent.mouseDown(within(screen.getByRole("search")).getByRole("combobox", { name: "分类" }))
    expect(await screen.findByText("网络没有连上，请检查后重试")).toBeTruthy()
  })

  it("names user groups from the group list, or from the row if the group list is not permitted", async () => {
    const user = { id: 5, username: "豆豆", group_id: [1], group_name: "会员组" } as Output<"GET /user/list">["user"][number]
    world.grant("UserAPI/ListUser")
    world.reply({
      "GET /user/list": { total: 1, user: [user] },
      "GET /group/list": refusal(403, "没有权限"),
    })
    render(<UsersPage />)
    expect(await screen.findByText("会员组")).toBeTruthy()
  })
})

describe("a form for several rows", () => {
  it("shows the row names, is filled in once, and is saved for all rows", async () => {
    render(<Documents />)
    await screen.findByText("教育", { selector: ".tag" })
    fireEvent.click(screen.getByRole("checkbox", { name: "选择 试卷" }))
    world.press("改分类")
    const form = await screen.findByRole("dialog")
    expect(within(form).getByText("修改 1 份文档的分类")).toBeTruthy()
    expect(within(form).getByText("试卷")).toBeTruthy()
    fireEvent.click(within(form).getByRole("button", { name: "修改分类" }))
    expect(await within(form).findByText("请选择新的文档分类")).toBeTruthy()
    await pick(within(form).getByLabelText("新文档分类"), "中考")
    fireEvent.click(within(form).getByRole("button", { name: "修改分类" }))
    await waitFor(() => expect(world.calls("PUT /document/category")[0]?.input).toEqual({ document_id: [9], category_id: [3] }))
    expect(world.messages).toEqual(["操作成功"])
  })
})
