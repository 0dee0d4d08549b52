import { world } from "@/tests/setup/admin-world"
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import NavigationPage from "@/app/admin/navigation/page"
import type { Output } from "@/lib/contract/types"
import { forgetChoices } from "./reference"
import { choicesWithout, dropPosition, keyPosition, partOf, positionOf, treeChoices, treeRows } from "./tree"

vi.mock("@/components/admin/form/color-field", () => ({ ColorField: () => null }))

type Row = Output<"GET /navigation">
const row = (id: number, title: string, parent_id = 0, sort = 0): Row => ({
  ...{ id, title, parent_id, sort, href: "/", target: "_self", color: "", enable: true, description: "", fixed: false },
  ...{ created_at: null, updated_at: "2026-06-15T01:00:00.000Z" },
})
/** 甲 (乙 (丁), 丙), 戊 */
const flat = [row(1, "甲", 0, 9), row(5, "戊", 0, 8), row(2, "乙", 1, 7), row(3, "丙", 1, 6), row(4, "丁", 2, 5)]
const tree = treeRows(flat)
const of = (id: number) => tree.find((one) => one.id === id)!

describe("nested rows", () => {
  it("are read from top to bottom; a collapsed row hides its children", () => {
    expect(tree.map(({ id, level, below }) => [id, level, below])).toEqual([
      [1, 0, 2],
      [2, 1, 1],
      [4, 2, 0],
      [3, 1, 0],
      [5, 0, 0],
    ])
    expect(treeRows(flat, new Set([1])).map(({ id }) => id)).toEqual([1, 5])
  })

  it("a row with a missing parent is at the top level", () => expect(treeRows([row(4, "丁", 2)]).map(({ level }) => level)).toEqual([0]))

  it("branches without a root come at the end: a missing parent first, then loops", () => {
    const broken = [row(6, "己", 7), row(7, "庚", 6), row(8, "辛", 99), row(9, "壬", 8), row(10, "癸", 10), ...flat]
    const rows = treeRows(broken)
    expect(rows.map(({ id, level }) => [id, level])).toEqual([
      ...[
        [1, 0],
        [2, 1],
        [4, 2],
        [3, 1],
        [5, 0],
      ],
      ...[
        [8, 0],
        [9, 1],
        [6, 0],
        [7, 1],
        [10, 0],
      ],
    ])
    expect(treeChoices(broken).map(({ value, children }) => [value, children!.map((one) => one.value)])).toEqual([
      [1, [2, 3]],
      [5, []],
      [8, [9]],
      [6, [7]],
      [10, []],
    ])
    const broke = (id: number) => rows.find((one) => one.id === id)!
    expect(dropPosition(rows, 6, broke(5), "after")).toEqual({ parent_id: 0, before: 0 })
    expect(dropPosition(rows, 6, broke(7), "inside")).toBeNull()
    expect(dropPosition(rows, 5, broke(6), "before")).toEqual({ parent_id: 0, before: 0 })
    expect(keyPosition(rows, broke(6), "ArrowLeft")).toBeNull()
  })

  it("a row's choices of a parent contain neither itself nor what is below it", () => {
    const choices = choicesWithout(treeChoices(flat), 2)
    expect(choices).toEqual([
      { value: 1, label: "甲", children: [{ value: 3, label: "丙", children: [] }] },
      { value: 5, label: "戊", children: [] },
    ])
    expect(choicesWithout(treeChoices(flat), undefined)).toEqual(treeChoices(flat))
  })

  it("a row is dropped before, inside or after another row, never inside itself", () => {
    expect(partOf(105, { top: 100, height: 40 })).toBe("before")
    expect(partOf(120, { top: 100, height: 40 })).toBe("inside")
    expect(partOf(139, { top: 100, height: 40 })).toBe("after")
    expect(dropPosition(tree, 5, of(2), "before")).toEqual({ parent_id: 1, before: 2 })
    expect(dropPosition(tree, 5, of(2), "after")).toEqual({ parent_id: 1, before: 3 })
    expect(dropPosition(tree, 5, of(3), "after")).toEqual({ parent_id: 1, before: 0 })
    expect(dropPosition(tree, 5, of(4), "inside")).toEqual({ parent_id: 4, before: 0 })
    expect(dropPosition(tree, 1, of(4), "inside")).toBeNull()
    expect(dropPosition(tree, 1, of(1), "after")).toBeNull()
  })

  it("arrow keys move a row among its siblings, and in or out one level", () => {
    expect(keyPosition(tree, of(3), "ArrowUp")).toEqual({ parent_id: 1, before: 2 })
    expect(keyPosition(tree, of(2), "ArrowDown")).toEqual({ parent_id: 1, before: 0 })
    expect(keyPosition(tree, of(5), "ArrowRight")).toEqual({ parent_id: 1, before: 0 })
    expect(keyPosition(tree, of(4), "ArrowLeft")).toEqual({ parent_id: 1, before: 3 })
    for (const [id, key] of [
      [1, "ArrowUp"],
      [5, "ArrowDown"],
      [1, "ArrowLeft"],
      [2, "ArrowRight"],
      [1, "a"],
    ] as const)
      expect(keyPosition(tree, of(id), key), `${id} ${key}`).toBeNull()
    expect(positionOf(tree, of(2))).toEqual({ parent_id: 1, before: 3 })
  })
})

describe("the tree screen", () => {
  beforeEach(() => {
    forgetChoices()
    world.grant("NavigationAPI/ListNavigation", "NavigationAPI/UpdateNavigation", "NavigationAPI/CreateNavigation")
    world.reply({ "GET /navigation/list": { total: 5, navigation: flat }, "PUT /navigation/move": {}, "PUT /navigation": {} })
  })
  const show = async () => {
    render(<NavigationPage />)
    await screen.findByRole("button", { name: "移动 甲" })
  }
  const names = () => screen.getAllByRole("button", { name: /^移动 / }).map((button) => button.getAttribute("aria-label")!.slice(3))

  it("renders all rows at once, without pagination, and collapses them", async () => {
    await show()
    expect(names()).toEqual(["甲", "乙", "丁", "丙", "戊"])
    expect(world.calls("GET /navigation/list")[0]!.input).toMatchObject({ page: 1, size: 10_000 })
    expect(screen.queryByRole("list", { name: /分页|pagination/i })).toBeNull()
    fireEvent.click(screen.getByRole("button", { name: "收起 甲", expanded: true }))
    expect(names()).toEqual(["甲", "戊"])
    fireEvent.click(screen.getByRole("button", { name: "展开 甲", expanded: false }))
    expect(names()).toHaveLength(5)
  })

  it("moves a row by keyboard, and back from the notification", async () => {
    await show()
    fireEvent.keyDown(screen.getByRole("button", { name: "移动 丙" }), { key: "ArrowUp" })
    await waitFor(() => expect(world.calls("PUT /navigation/move")[0]?.input).toEqual({ id: 3, parent_id: 1, before: 2 }))
    await waitFor(() => expect(world.offered?.label).toBe("撤销"))
    act(() => world.offered!.onClick())
    await waitFor(() => expect(world.calls("PUT /navigation/move")[1]?.input).toEqual({ id: 3, parent_id: 1, before: 0 }))
  })

  it("moves a row by pointer or touch to the drop position; Escape cancels", async () => {
    await show()
    const grip = screen.getByRole("button", { name: "移动 戊" })
    grip.setPointerCapture = () => undefined
    const target = screen.getByRole("button", { name: "移动 乙" }).closest("tr")!
    target.getBoundingClientRect = () => ({ top: 100, left: 0, width: 600, height: 40 }) as DOMRect
    document.elementFromPoint = () => target
    fireEvent.pointerDown(grip, { pointerId: 1 })
    fireEvent.pointerMove(grip, { pointerId: 1, clientX: 10, clientY: 104 })
    fireEvent.keyDown(grip, { key: "Escape" })
    fireEvent.pointerUp(grip, { pointerId: 1 })
    expect(world.calls("PUT /navigation/move")).toHaveLength(0)
    fireEvent.pointerDown(grip, { pointerId: 1 })
    fireEvent.pointerMove(grip, { pointerId: 1, clientX: 10, clientY: 104 })
    expect(document.querySelector<HTMLElement>(".adm-drop")!.dataset.where).toBe("before")
    fireEvent.pointerUp(grip, { pointerId: 1 })
    await waitFor(() => expect(world.calls("PUT /navigation/move")[0]?.input).toEqual({ id: 5, parent_id: 1, before: 2 }))
  })

  it("built-in entries keep their address", async () => {
    world.reply({ "GET /navigation/list": { total: 2, navigation: [{ ...flat[0]!, fixed: true }, flat[1]!] } })
    render(<NavigationPage />)
    await screen.findByRole("button", { name: "移动 甲" })
    world.press("编辑 甲")
    expect((await screen.findByLabelText<HTMLInputElement>("链接")).disabled).toBe(true)
  })

  it("the form does not offer a row below itself", async () => {
    await show()
    world.press("编辑 甲")
    const form = await screen.findByRole("dialog")
    fireEvent.mouseDown(within(form).getByLabelText("上级"))
    await waitFor(() => expect(document.querySelector(`.ant-select-tree [title="戊"]`)).toBeTruthy())
    for (const name of ["甲", "乙", "丙", "丁"]) expect(document.querySelector(`.ant-select-tree [title="${name}"]`), name).toBeNull()
  })

  it("removes a row from its parent in the form", async () => {
    await show()
    world.press("编辑 乙")
    const form = await screen.findByRole("dialog")
    const clear = (await within(form).findByTitle("甲")).closest(".ant-select")!.querySelector(".ant-select-clear")!
    fireEvent.mouseDown(clear)
    fireEvent.click(clear)
    world.press("保存")
    await waitFor(() => expect(world.calls("PUT /navigation")[0]?.input).toEqual({ id: 2, parent_id: 0 }))
  })

  it("moves nothing while the list is filtered or the user lacks permission", async () => {
    window.history.replaceState(null, "", "/admin/navigation?wd=x")
    render(<NavigationPage />)
    await screen.findByText("甲")
    expect(screen.queryByRole("button", { name: /^移动 / })).toBeNull()
  })
})
