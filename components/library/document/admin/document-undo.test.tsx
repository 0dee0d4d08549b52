import { world } from "@/tests/setup/admin-world"
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { documentCategories } from "@/components/library/category/admin/categories"
import { crudPage } from "@/components/admin/crud-page"
import { forgetChoices } from "@/components/admin/crud/reference"
import { entities } from "@/lib/contract/entities"
import type { Output } from "@/lib/contract/types"
import { batchActions } from "./document-actions"
import { documentForms } from "./document-forms"

type Document = Output<"GET /document/list">["document"][number]
type Category = Output<"GET /category/list">["category"][number]
const document = (id: number, title: string, values: Partial<Document>) =>
  ({
    id,
    title,
    is_vip: false,
    status: 2,
    convert_error: "",
    recommend_at: null,
    category_id: [1],
    language: "en",
    price: 0,
    ...values,
  }) as Document
const category = (id: number, title: string) => ({ id, title, parent_id: 0, enable: true, type: 0 }) as Category
const first = document(1, "甲", { recommend_at: "2026-06-01T01:00:00.000Z", category_id: [1, 3] })
const second = document(2, "乙", { language: "zh-CN" })

const Documents = crudPage(entities.document, {
  restore: { right: "RecycleAPI/RecoverRecycleDocument", call: () => Promise.resolve({ ok: true, status: 200, data: {} }) },
  batchForms: documentForms,
  panels: { review: () => null, version: () => null, cover: () => null, buyers: () => null },
  batchActions,
  fields: {
    title: { label: "名称", title: true },
    category_id: { label: "分类", kind: "ref", reference: documentCategories, many: true },
  },
})

const rights = [
  "UpdateDocument",
  "SetDocumentRecommend",
  "SetDocumentsCategory",
  "SetDocumentsLanguage",
  "DeleteDocument",
  "ListDocument",
] as const
const show = async (...rows: Document[]) => {
  world.reply({ "GET /document/list": { total: rows.length, document: rows } })
  render(<Documents />)
  await screen.findByText(rows[0]!.title)
  fireEvent.click(screen.getAllByRole("checkbox")[0]!)
}
const takeBack = async (label: string) => {
  await waitFor(() => expect(world.offered?.label).toBe(label))
  act(() => world.offered!.onClick())
  await waitFor(() => expect(world.messages.at(-1)).toBe(`已${label}`))
}
const sent = (key: Parameters<typeof world.calls>[0]) => world.calls(key).map(({ input }) => input)

beforeEach(() => {
  forgetChoices()
  world.set({ language: [{ id: 1, language: "日语", code: "ja" }] })
  for (const right of rights) world.grant(`DocumentAPI/${right}`)
  world.reply({
    "GET /category/list": { category: [category(1, "教育"), category(2, "法律"), category(3, "文学")] },
    "PUT /document/recommend": {},
    "PUT /document/category": {},
    "PUT /document/language": {},
    "PUT /document/price": {},
    "DELETE /document": {},
  })
})

describe("undo of a bulk change", () => {
  it("recommendation: only documents that were not recommended before lose it", async () => {
    await show(first, second)
    fireEvent.click(screen.getByRole("button", { name: "推荐" }))
    fireEvent.click(await screen.findByText("设为推荐"))
    await takeBack("撤销")
    expect(sent("PUT /document/recommend")).toEqual([
      { id: [1, 2], type: 1 },
      { id: [2], type: 0 },
    ])
  })

  it("recommendation: a removed one is restored with its original time", async () => {
    await show(first, second)
    fireEvent.click(screen.getByRole("button", { name: "推荐" }))
    fireEvent.click(await screen.findByText("取消推荐"))
    await takeBack("撤销")
    expect(sent("PUT /document/recommend").at(-1)).toEqual({ id: [1], type: 2, recommend_at: "2026-06-01T01:00:00.000Z" })
  })

  it("categories: every document gets its previous categories", async () => {
    await show(first, second)
    world.press("分类")
    const form = await screen.findByRole("dialog")
    fireEvent.mouseDown(within(form).getByRole("combobox"))
    fireEvent.click(await screen.findByTitle("法律"))
    world.press("修改分类")
    await takeBack("撤销")
    expect(sent("PUT /document/category")).toEqual([
      { document_id: [1, 2], category_id: [2] },
      { document_id: [1], category_id: [1, 3] },
      { document_id: [2], category_id: [1] },
    ])
  })

  it("languages: every document gets its previous language", async () => {
    await show(first, second)
    world.press("语言")
    fireEvent.click(await screen.findByRole("menuitem", { name: "选择语言" }))
    const form = await screen.findByRole("dialog")
    fireEvent.mouseDown(within(form).getByRole("combobox"))
    fireEvent.click(await screen.findByTitle(/日语/))
    world.press("修改语言")
    await takeBack("撤销")
    expect(sent("PUT /document/language")).toEqual([
      { document_id: [1, 2], language: "ja" },
      {
        document: [
          { id: 1, language: "en" },
          { id: 2, language: "zh-CN" },
        ],
      },
    ])
  })

  it("prices: every document gets its previous price", async () => {
    await show(document(1, "甲", { price: 5 }), second)
    world.press("价格")
    const form = await screen.findByRole("dialog")
    fireEvent.change(within(form).getByRole("spinbutton"), { target: { value: "20" } })
    world.press("修改价格")
    await takeBack("撤销")
    expect(sent("PUT /document/price")).toEqual([
      { document_id: [1, 2], price: 20 },
      {
        document: [
          { id: 1, price: 5 },
          { id: 2, price: 0 },
        ],
      },
    ])
  })

  it("detected languages: only differences are saved, after a confirmation", async () => {
    await show(first, second)
    world.answer("PUT /document/detect/language", {
      document: [
        { id: 1, title: "甲", language: "ja" },
        { id: 2, title: "乙", language: "zh-CN" },
      ],
    })
    world.press("语言")
    fireEvent.click(await screen.findByRole("menuitem", { name: "自动识别" }))
    await takeBack("撤销")
    expect(sent("PUT /document/detect/language")).toEqual([{ document_id: [1, 2] }])
    expect(world.question).toMatchObject({ title: "修改 1 份文档的语言？", content: "“甲”：日语。" })
    expect(sent("PUT /document/language")).toEqual([{ document: [{ id: 1, language: "ja" }] }, { document: [{ id: 1, language: "en" }] }])
  })

  it("no confirmation appears if no language was detected", async () => {
    await show(first)
    world.answer("PUT /document/detect/language", { document: [{ id: 1, title: "甲", language: "" }] })
    world.press("语言")
    fireEvent.click(await screen.findByRole("menuitem", { name: "自动识别" }))
    await waitFor(() => expect(world.messages.at(-1)).toBe("没有要改的语言。有 1 份认不出来。"))
    expect(sent("PUT /document/language")).toEqual([])
  })

  it("no undo is offered if a document had no category before", async () => {
    await show(document(3, "丙", { category_id: [] }))
    world.press("分类")
    const form = await screen.findByRole("dialog")
    fireEvent.mouseDown(within(form).getByRole("combobox"))
    fireEvent.click(await screen.findByTitle("法律"))
    world.press("修改分类")
    await waitFor(() => expect(world.messages).toEqual(["操作成功"]))
    expect(world.offered).toBeUndefined()
  })
})

describe("deleted rows", () => {
  it("are restored from the recycle bin", async () => {
    world.grant("RecycleAPI/RecoverRecycleDocument")
    await show(second)
    world.press("删除")
    await takeBack("恢复")
  })

  it("restoring is not offered to users without the permission", async () => {
    await show(second)
    world.press("删除")
    await waitFor(() => expect(world.messages).toEqual(["删除成功"]))
    expect(world.offered).toBeUndefined()
  })
})
