import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import { BannerType } from "@/lib/contract/site/banner.enums"
import { csvOf, safeCell } from "./crud/csv"
import { changesOf, rulesOf } from "./crud/form-values"
import { crudPage } from "./crud-page"

const Page = crudPage(
  { path: "/banner", list: "banner", label: "轮播图", api: "BannerAPI", entity: "Banner", unit: "张" },
  {
    fields: {
      title: { label: "名称", title: true, required: true },
      path: { label: "图片", column: false },
      type: { label: "类型", kind: "enum", options: BannerType, search: true, initial: 0 },
      sort: { label: "排序", kind: "number", sort: true },
      enable: { label: "启用", kind: "switch", search: true, initial: true },
    },
  },
)

// a field name that is not in the contract does not compile
crudPage(
  { path: "/banner", list: "banner", label: "轮播图", api: "BannerAPI", entity: "Banner" },
  {
    fields: {
      // @ts-expect-error the entity has no such field
      titel: { label: "名称" },
    },
  },
)

const row = (id: number) => ({
  id,
  title: `第 ${id} 张`,
  path: "/icon.svg",
  url: "",
  type: 0,
  sort: id,
  enable: true,
  description: "",
  created_at: "2026-06-15T01:12:00Z",
  updated_at: null,
})
const all = ["BannerAPI/CreateBanner", "BannerAPI/UpdateBanner", "BannerAPI/DeleteBanner", "BannerAPI/ListBanner"] as const
const lists = () => world.inputsOf("GET /banner/list")
const answer = (total = 2, rows = [row(1), row(2)]) => {
  world.answer("GET /banner/list", { total, banner: rows })
  world.answer("POST /banner", {})
  world.answer("PUT /banner", {})
  world.answer("DELETE /banner", {})
}
const show = async (search = "") => {
  window.history.replaceState(null, "", `/admin/banner${search}`)
  world.goTo("/admin/banner")
  render(<Page />)
  await screen.findByText("第 1 张")
}
const { press } = world
const tick = (name: string) => fireEvent.click(screen.getByRole("checkbox", { name }))

beforeEach(() => {
  world.grant(...all)
  answer()
})

describe("the list state in the address", () => {
  it("requests the list with the parameters from the address", async () => {
    await show("?wd=春&type=0&type=2&enable=true&order=sort+asc&size=50&page=3")
    expect(lists()[0]).toEqual({ page: 3, size: 50, order: "sort asc", wd: "春", type: ["0", "2"], enable: ["true"] })
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("春")
  })

  it("writes a search to the address, starting at page 1, and the back button restores the previous list", async () => {
    await show("?page=2")
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: " 夏 " } })
    press("查询")
    expect(window.location.search).toBe("?wd=%E5%A4%8F")
    await waitFor(() => expect(lists().at(-1)).toEqual({ page: 1, size: 20, wd: "夏" }))
    act(() => window.history.back())
    await waitFor(() => expect(lists().at(-1)).toEqual({ page: 2, size: 20 }))
  })

  it("sorts by a column", async () => {
    await show()
    fireEvent.click(screen.getByRole("columnheader", { name: /排序/ }))
    await waitFor(() => expect(lists().at(-1)).toEqual({ page: 1, size: 20, order: "sort asc" }))
  })
  it("offers no order and no filter that the server ignores", async () => {
    world.set({ capabilities: { absent: ["GET /banner/list order", "GET /banner/list type"] } })
    await show()
    fireEvent.click(screen.getByRole("columnheader", { name: /排序/ }))
    expect(screen.getByRole("columnheader", { name: /排序/ }).querySelector(".ant-table-column-sorters")).toBeNull()
    expect(lists()).toHaveLength(1)
    expect(screen.queryByRole("combobox", { name: "类型" })).toBeNull()
  })
})

describe("quick filters", () => {
  const Saved = crudPage(
    { path: "/banner", list: "banner", label: "轮播图", api: "BannerAPI", entity: "Banner", unit: "张", query: { limit: 0 } },
    {
      views: [
        { label: "全部", filters: {} },
        { label: "待办", filters: { type: ["2"] }, counted: true },
      ],
      fields: { title: { label: "名称", title: true }, type: { label: "类型", kind: "enum", options: BannerType, search: true } },
    },
  )
  const open = async (search = "") => {
    window.history.replaceState(null, "", `/admin/banner${search}`)
    render(<Saved />)
    await screen.findByText("第 1 张")
  }

  it("are left out with a filter that the server ignores", async () => {
    world.set({ capabilities: { absent: ["GET /banner/list type"] } })
    await open()
    expect(screen.getByRole("button", { name: "全部" })).toBeTruthy()
    expect(screen.queryByRole("button", { name: /^待办/ })).toBeNull()
  })

  it("show their row counts and which one is active", async () => {
    await open("?wd=春")
    const todo = await screen.findByRole("button", { name: /^待办\s*2$/ })
    expect(todo.getAttribute("aria-pressed")).toBe("false")
    expect(lists()).toContainEqual({ limit: 0, type: ["2"], page: 1, size: 1 })
    fireEvent.click(todo)
    expect(window.location.search).toBe("?type=2")
    await waitFor(() => expect(lists()).toContainEqual({ limit: 0, page: 1, size: 20, type: ["2"] }))
    expect(todo.getAttribute("aria-pressed")).toBe("true")
  })
})

describe("permissions", () => {
  it("shows every action to a user with all permissions", async () => {
    await show()
    expect(screen.getByRole("button", { name: "新增" })).toBeTruthy()
    expect(screen.getByRole("button", { name: "编辑 第 1 张" })).toBeTruthy()
    expect(screen.getByRole("button", { name: "删除 第 1 张" })).toBeTruthy()
  })

  it("shows only the list to a user who may only list", async () => {
    world.revoke(...all)
    world.grant("BannerAPI/ListBanner")
    await show()
    expect(screen.queryByRole("button", { name: "新增" })).toBeNull()
    expect(screen.queryByRole("button", { name: /编辑|删除/ })).toBeNull()
    expect(screen.queryByRole("checkbox")).toBeNull()
  })
})

describe("clicking a row", () => {
  const press = (element: Element) => fireEvent.click(element)
  const cellOf = (title: string) => screen.getByText(title).closest("tr")!.lastElementChild!.previousElementSibling!

  it("opens the edit form from any cell; buttons and checkboxes in the row keep their own function", async () => {
    await show()
    tick("选择 第 2 张")
    press(screen.getByRole("checkbox", { name: "选择 第 1 张" }).closest("td")!)
    expect(screen.queryByRole("dialog")).toBeNull()
    press(cellOf("第 1 张"))
    expect((await screen.findByRole("dialog")).textContent).toContain("编辑轮播图")
    expect(screen.getByLabelText<HTMLInputElement>("名称").value).toBe("第 1 张")
  })

  it("follows the link of the title; it does nothing without permission or while text is being selected", async () => {
    const opened: string[] = []
    const Linked = crudPage(
      { path: "/banner", list: "banner", label: "轮播图", api: "BannerAPI", entity: "Banner", unit: "张" },
      {
        fields: {
          title: {
            label: "名称",
            title: true,
            render: (one) => (
              <a href={`#${one.id}`} onClick={(event) => (event.preventDefault(), opened.push(one.title))}>
                {one.title}
              </a>
            ),
          },
        },
      },
    )
    render(<Linked />)
    await screen.findByText("第 2 张")
    press(cellOf("第 2 张"))
    expect(opened).toEqual(["第 2 张"])
    cleanup()
    await show()
    window.getSelection()!.selectAllChildren(screen.getByText("第 1 张"))
    press(cellOf("第 1 张"))
    window.getSelection()!.removeAllRanges()
    world.revoke("BannerAPI/UpdateBanner")
    press(cellOf("第 1 张"))
    expect(screen.queryByRole("dialog")).toBeNull()
  })
})

describe("writing", () => {
  it("creates a row: requires mandatory fields, sends the form, reloads the list", async () => {
    await show()
    press("新增")
    const form = await screen.findByRole("dialog")
    fireEvent.click(within(form).getByRole("button", { name: "保存" }))
    expect(await within(form).findByText("请输入名称")).toBeTruthy()
    expect(world.api.mock.calls.some(([key]) => key === "POST /banner")).toBe(false)
    fireEvent.change(within(form).getByLabelText("名称"), { target: { value: " 新的 " } })
    const before = lists().length
    fireEvent.click(within(form).getByRole("button", { name: "保存" }))
    await waitFor(() => expect(world.messages).toEqual(["新增成功"]))
    expect(world.api).toHaveBeenCalledWith("POST /banner", { title: "新的", path: "", type: 0, enable: true })
    expect(lists().length).toBe(before + 1)
  })

  it("edits a row: sends only the changed fields", async () => {
    await show()
    press("编辑 第 2 张")
    const form = await screen.findByRole("dialog")
    fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "改名" } })
    fireEvent.click(within(form).getByRole("button", { name: "保存" }))
    await waitFor(() => expect(world.messages).toEqual(["修改成功"]))
    expect(world.api).toHaveBeenCalledWith("PUT /banner", { title: "改名", id: 2 }, undefined)
  })

  it("shows a server error beside the field it names, and keeps the form open", async () => {
    await show()
    world.answer("PUT /banner", refusal(400, "不能超过255个字", { field: "title" }))
    world.answer("POST /banner", refusal(400, "不能超过255个字", { field: "title" }))
    press("编辑 第 1 张")
    const form = await screen.findByRole("dialog")
    fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "很长" } })
    fireEvent.click(within(form).getByRole("button", { name: "保存" }))
    expect((await within(form).findByText("不能超过255个字")).className).toContain("explain-error")
    expect(within(form).getByLabelText<HTMLInputElement>("名称").value).toBe("很长")
    expect(world.messages).toEqual([])
  })

  it("asks before unsaved input is discarded", async () => {
    world.agree = false
    await show()
    press("编辑 第 1 张")
    const form = await screen.findByRole("dialog")
    fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "别的" } })
    fireEvent.click(within(form).getByRole("button", { name: "取消" }))
    await waitFor(() => expect(world.asked).toContain("还没有保存"))
    expect(within(form).getByLabelText<HTMLInputElement>("名称").value).toBe("别的")
  })

  it("deletes the selected rows after a confirmation that states their number", async () => {
    await show()
    tick("选择 第 1 张")
    tick("选择 第 2 张")
    const bar = screen.getByRole("group", { name: "批量操作" })
    expect(within(bar).getByText("已选 2 张")).toBeTruthy()
    fireEvent.click(within(bar).getByRole("button", { name: "删除" }))
    await waitFor(() => expect(world.messages).toEqual(["删除成功"]))
    expect(world.asked).toContain("删除 2 张轮播图？")
    expect(world.api).toHaveBeenCalledWith("DELETE /banner", { id: [1, 2] })
  })

  it("deletes nothing when the confirmation is cancelled", async () => {
    world.agree = false
    await show()
    press("删除 第 1 张")
    await waitFor(() => expect(world.asked).toContain("删除“第 1 张”？"))
    expect(world.api.mock.calls.some(([key]) => key === "DELETE /banner")).toBe(false)
  })
})

describe("what a form requests and sends", () => {
  const user = { name: "user_id", label: "用户", kind: "user" as const, many: true, required: true, form: "locked" as const }

  it("requires no value in a list that was empty in the row", () => {
    const category = { name: "category_id", label: "分类", kind: "ref" as const, many: true, required: true }
    expect(rulesOf(category, { id: 1, category_id: [3] })).toHaveLength(1)
    expect(rulesOf(category, { id: 1, category_id: [] })).toEqual([])
    expect(rulesOf({ ...category, always: true }, { id: 1, category_id: [] }), "the call demands it").toHaveLength(1)
  })

  it("shows a locked field only for a new row, and never sends a change of it", () => {
    expect(rulesOf(user, null)).toEqual([{ required: true, message: "请选择用户", type: "array", min: 1 }])
    expect(rulesOf(user, { id: 1, user_id: [1] })).toEqual([])
    expect(changesOf([user], { user_id: 1 }, { user_id: 2 })).toEqual({})
    expect(changesOf([user], {}, { user_id: [1, 2] })).toEqual({ user_id: [1, 2] })
  })

  it("sends a cleared number as its minimum and a cleared date as empty", () => {
    const fields = [
      { name: "sort", label: "排序", kind: "number" as const },
      { name: "end_time", label: "截止时间", kind: "datetime" as const },
    ]
    expect(changesOf(fields, { sort: 5, end_time: "2026-06-15T01:12:00Z" }, { sort: null, end_time: "" })).toEqual({
      sort: 0,
      end_time: "",
    })
  })
})

describe("an empty list", () => {
  it("shows why the list failed to load and loads it again", async () => {
    world.answer("GET /banner/list", refusal(0, "网络没有连上，请检查后重试"), { total: 2, banner: [row(1), row(2)] })
    window.history.replaceState(null, "", "/admin/banner")
    render(<Page />)
    expect(await screen.findByText("网络没有连上，请检查后重试")).toBeTruthy()
    press("重新加载")
    expect(await screen.findByText("第 1 张")).toBeTruthy()
  })

  it("offers the next step: create the first row, or remove filters", async () => {
    answer(0, [])
    window.history.replaceState(null, "", "/admin/banner?wd=x")
    render(<Page />)
    fireEvent.click(await screen.findByRole("button", { name: "清除条件" }))
    expect(await screen.findByText("还没有轮播图")).toBeTruthy()
    expect(screen.getAllByRole("button", { name: "新增" })).toHaveLength(2)
  })

  it("goes to the last existing page when a page has become empty", async () => {
    world.answer("GET /banner/list", ({ page }) => ({ total: 21, banner: Number(page) > 2 ? [] : [row(1)] }))
    await show("?page=5")
    expect(window.location.search).toBe("?page=2")
  })
})

describe("the CSV export", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["@cmd", "'@cmd"],
    ["+86 138", "'+86 138"],
    ["-5", "-5"],
    ['a"b,c', '"a""b,c"'],
    ["普通", "普通"],
  ])("%s is written as %s", (text, written) => expect(safeCell(text)).toBe(written))

  it("contains labels and display texts, not raw values", () => {
    const fields = [
      { name: "type", label: "类型", kind: "enum" as const, options: BannerType },
      { name: "enable", label: "启用", kind: "switch" as const },
      { name: "created_at", label: "时间", kind: "datetime" as const },
    ]
    expect(csvOf(fields, [row(1)])).toBe("\ufeff类型,启用,时间\r\n网站轮播图,是,2026-06-15 09:12\r\n")
  })
})
