import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { crudPage } from "@/components/admin/crud-page"
import { csvOf } from "./csv"
import type { CrudEntry } from "./entity"
import type { Named } from "./field"
import { columnsOf, importFields, namesOf, rowsOf } from "./import-rows"
import { ImportPanel } from "./import-panel"
import { parseCsv, parseCsvFile } from "./parse-csv"
import { reference } from "./reference"
import type { Crud } from "./use-crud"

describe("parsing CSV", () => {
  it("handles quoted cells with commas, quotes and line breaks; line numbers match the file", () => {
    expect(parseCsv('\ufeff名称,简介\r\n"甲, 乙","说 ""好""\r\n第二行"\r\n,\r\n丙,\n')).toEqual([
      { line: 1, cells: ["名称", "简介"] },
      { line: 2, cells: ["甲, 乙", '说 "好"\n第二行'] },
      { line: 5, cells: ["丙", ""] },
    ])
  })
  it("accepts UTF-8, UTF-16 and GB 18030", async () => {
    const cellsOf = async (bytes: Uint8Array<ArrayBuffer>) => (await parseCsvFile(new Blob([bytes])))[0]?.cells
    expect(await cellsOf(new TextEncoder().encode("名称"))).toEqual(["名称"])
    expect(await cellsOf(Uint8Array.of(0xc3, 0xfb, 0xb3, 0xc6))).toEqual(["名称"])
    expect(await cellsOf(Uint8Array.of(0xff, 0xfe, 0x0d, 0x54))).toEqual(["名"])
  })
})

const fields: Named[] = [
  { name: "title", label: "名称", title: true, required: true, max: 6 },
  { name: "link", label: "链接", kind: "link" },
  { name: "parent_id", label: "上级", kind: "ref", reference: reference("GET /category/list", {}, () => []) },
  { name: "sort", label: "排序", kind: "number", min: 0, max: 99 },
  { name: "enable", label: "启用", kind: "switch", initial: true },
  { name: "picture", label: "图", kind: "image" },
]
const tree = [
  { value: 1, label: "办公", children: [{ value: 2, label: "合同" }] },
  { value: 3, label: "考试", children: [{ value: 4, label: "合同" }] },
]
const read = (text: string, existing: CrudEntry[] = []) => {
  const [head, ...lines] = parseCsv(text)
  const { columns } = columnsOf(importFields(fields), head!.cells)
  return rowsOf(lines, columns, { fields, key: "title", names: { parent_id: namesOf(tree) }, existing })
}
const noted = (text: string, existing?: CrudEntry[]) => read(text, existing).map(({ line, state, note }) => [line, state, note])

describe("interpreting the rows of a file", () => {
  it("yields the values that the form would send; omitted values get the form's defaults", () => {
    expect(read("名称,链接,排序,启用\n 甲 ,https://a.org,3,否\n乙,,,")).toMatchObject([
      { values: { title: "甲", link: "https://a.org", sort: 3, enable: false }, state: "ready" },
      { values: { title: "乙", enable: true }, state: "ready" },
    ])
  })
  it("validates field by field and reports each error with its line", () => {
    expect(noted("名称,链接,排序,启用\n,javascript:x,1.5,也许\n太长太长太长太长,,100,")).toEqual([
      [2, "bad", "名称不能为空；链接应以 / 或 http 开头；排序应为整数；启用应为“是”或“否”"],
      [3, "bad", "名称最多 6 个字；排序应在 0 到 99 之间"],
    ])
  })
  it("skips duplicates in the file and rows that already exist, except under another parent", () => {
    const there = [
      { id: 9, title: "旧", parent_id: 0 },
      { id: 2, title: "合同", parent_id: 1 },
    ]
    expect(noted("名称,上级\n旧,\n新,\n新,\n旧,办公\n合同,办公", there)).toEqual([
      [2, "skip", "已经有了，会跳过"],
      [3, "ready", ""],
      [4, "skip", "和第 3 行重复，会跳过"],
      [5, "ready", ""],
      [6, "skip", "已经有了，会跳过"],
    ])
  })
  it("resolves parents by name or path, including parents created by the same file", () => {
    expect(noted("名称,上级\n租房,合同\n租房,办公/合同\n新类,\n小类,新类\n小小,新类 / 小类\n孤儿,没有的")).toEqual([
      [2, "bad", "上级“合同”有好几个，请写出完整的路径，例如 甲 / 乙"],
      [3, "ready", ""],
      [4, "ready", ""],
      [5, "ready", ""],
      [6, "ready", ""],
      [7, "bad", "没有上级“没有的”"],
    ])
  })
  it("reads an export back unchanged", () => {
    const row = { id: 1, title: "=甲", link: "https://a.org", sort: 2, enable: false }
    const written = csvOf(fields.slice(0, 2).concat(fields.slice(3, 5)), [row])
    expect(read(written)[0]).toMatchObject({ values: { title: "=甲", link: "https://a.org", sort: 2, enable: false }, state: "ready" })
  })
})

const Page = crudPage(
  { path: "/friendlink", list: "friendlink", label: "友链", api: "FriendlinkAPI", entity: "Friendlink", unit: "条" },
  {
    imports: "link",
    fields: { title: { label: "名称", title: true, required: true }, link: { label: "链接", kind: "link", required: true } },
  },
)

describe("importing", () => {
  beforeEach(() => world.reply({ "GET /friendlink/list": { total: 0, friendlink: [] } }))

  it("is offered to users with the create permission, on screens that support it", async () => {
    world.grant("FriendlinkAPI/ListFriendlink")
    const { unmount } = render(<Page />)
    await screen.findByText("还没有友链")
    expect(screen.queryByRole("button", { name: "导入 CSV" })).toBeNull()
    unmount()
    world.grant("FriendlinkAPI/CreateFriendlink")
    render(<Page />)
    expect(await screen.findByRole("button", { name: "导入 CSV" })).toBeTruthy()
  })

  const sent: unknown[] = []
  const open = () => {
    sent.length = 0
    const crud = {
      read: async () => ({ ok: true, status: 200, data: { total: 0, rows: [] } }),
      add: async (values: { title: string }) => {
        sent.push(values)
        return values.title === "丙"
          ? { ok: false, status: 400, message: "链接不能用" }
          : { ok: true, status: 200, data: { id: sent.length } }
      },
      reload: () => sent.push("reload"),
    } as unknown as Crud<CrudEntry>
    render(
      <ImportPanel
        crud={crud}
        creating={fields.slice(0, 2)}
        importKey="title"
        label="友链"
        unit="条"
        onClose={() => sent.push("closed")}
      />,
    )
  }
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText("选择 CSV 文件"), { target: { files: [new File([text], "友链.csv", { type: "text/csv" })] } })

  it("writes nothing before the preview, then creates each row like the form; an error is shown at its row", async () => {
    open()
    choose("名称,链接,别的\n甲,https://a.org,x\n,https://b.org,\n丙,https://c.org,")
    expect((await screen.findByRole("status")).textContent).toBe("友链.csv：3 行，2 行可以导入，0 行跳过，1 行有问题")
    expect(screen.getByText("不认识的列没有用上：别的")).toBeTruthy()
    expect(sent).toEqual([])
    fireEvent.click(screen.getByRole("button", { name: "导入 2 条" }))
    await waitFor(() => expect(world.messages).toEqual(["导入了 1 条，1 条没有成功，原因写在行里。"]))
    expect(sent).toEqual([{ title: "甲", link: "https://a.org" }, { title: "丙", link: "https://c.org" }, "reload"])
    expect(screen.getByText("链接不能用")).toBeTruthy()
    expect(screen.getByRole("button", { name: "下载有问题的行" })).toBeTruthy()
    expect(screen.getByRole("button", { name: "导入 0 条" }).hasAttribute("disabled")).toBe(true)
  })

  it.each([
    ["", "文件里没有内容：第一行应为列名，下面一行一条"],
    ["链接\nhttps://a.org", "文件里没有这几列：名称。第一行应为列名，可以先下载模板"],
    [`名称,链接\n${"甲,\n".repeat(1_001)}`, "一次最多导入 1000 行，这个文件有 1001 行"],
  ])("an unreadable file shows the reason (%#)", async (text, words) => {
    open()
    choose(text)
    expect((await screen.findByRole("alert")).textContent).toBe(words)
  })
})
