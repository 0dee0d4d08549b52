import { refusal, world } from "@/tests/setup/admin-world"
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { crudPage } from "@/components/admin/crud-page"
import { entities } from "@/lib/contract/entities"
import type { Output } from "@/lib/contract/types"
import { liveMs } from "./use-crud"

type Row = Output<"GET /banner">
const rowOf = (values: Partial<Row> = {}): Row => ({
  ...{ id: 1, title: "春天", path: "/a.webp", url: "", type: 0, sort: 5, enable: true, description: "" },
  ...{ created_at: "2026-06-15T01:00:00.000Z", updated_at: "2026-06-15T01:00:00.000Z" },
  ...values,
})
/** Mocks the server with one banner: a write based on an outdated version is refused. */
const keep = (values: Partial<Row> = {}) => {
  const store = { row: rowOf(values), writes: 0 }
  const write = (changes: Partial<Row>) => {
    store.row = { ...store.row, ...changes, updated_at: `2026-06-15T02:00:0${++store.writes}.000Z` }
  }
  world.reply({
    "GET /banner/list": () => ({ total: 1, banner: [store.row] }),
    "PUT /banner": (input) => {
      const changes = input as Partial<Row>
      const sent = world.calls("PUT /banner").at(-1)!.ifMatch
      if (sent !== store.row.updated_at) return refusal(409, "刚才有人改过这一条，你的修改还没有保存")
      write(changes)
      return {}
    },
  })
  world.grant("BannerAPI/ListBanner", "BannerAPI/UpdateBanner")
  return { kept: store, somebodyElse: write }
}
const Page = crudPage(entities.banner, {
  live: (row) => row.type === 2,
  fields: {
    title: { label: "名称", title: true, required: true },
    description: { label: "描述", column: false },
    type: { label: "类型", kind: "number", form: false },
    sort: { label: "排序", kind: "number", inline: true },
    enable: { label: "启用", kind: "switch", inline: true },
  },
})
const show = async () => {
  render(<Page />)
  await screen.findByRole("button", { name: "编辑 春天" })
}
const edit = async (values: Record<string, string>) => {
  world.press("编辑 春天")
  const form = await screen.findByRole("dialog")
  for (const [label, value] of Object.entries(values)) fireEvent.change(within(form).getByLabelText(label), { target: { value } })
  return form
}
afterEach(() => void vi.useRealTimers())

describe("two users edit the same row", () => {
  it("the second user keeps the input, receives the newer values, and saves again", async () => {
    const { kept: store, somebodyElse } = keep()
    await show()
    const form = await edit({ 描述: "我写的" })
    somebodyElse({ title: "夏天", description: "" })
    world.press("保存")
    expect((await within(form).findByRole("alert")).textContent).toContain("刚才有人改过这一条，你的修改还没有保存")
    expect(within(form).getByLabelText<HTMLInputElement>("描述").value).toBe("我写的")
    expect(store.row).toMatchObject({ title: "夏天", description: "" })
    world.press("载入最新内容")
    await waitFor(() => expect(within(form).getByLabelText<HTMLInputElement>("名称").value).toBe("夏天"))
    expect(within(form).getByLabelText<HTMLInputElement>("描述").value).toBe("我写的")
    world.press("保存")
    await waitFor(() => expect(world.messages).toEqual(["修改成功"]))
    expect(store.row).toMatchObject({ title: "夏天", description: "我写的" })
    expect(world.calls("PUT /banner").at(-1)!.input).toEqual({ id: 1, description: "我写的" })
  })
})

describe("a form with changes", () => {
  it("blocks browser navigation and asks before it closes; an unchanged form does not", async () => {
    keep()
    /** Returns whether the page prevents the browser from leaving. */
    const held = () => {
      const event = new Event("beforeunload", { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    await show()
    const form = await edit({ 描述: "我写的" })
    expect(held()).toBe(true)
    world.agree = false
    fireEvent.click(within(form).getByRole("button", { name: "取消" }))
    await waitFor(() => expect(world.asked).toEqual(["还没有保存"]))
    expect(within(form).getByLabelText<HTMLInputElement>("描述").value).toBe("我写的")
    fireEvent.change(within(form).getByLabelText("描述"), { target: { value: "" } })
    expect(held()).toBe(false)
    fireEvent.click(within(form).getByRole("button", { name: "取消" }))
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
    expect(world.asked).toHaveLength(1)
  })
})

describe("undo after a change", () => {
  it("is available in the notification", async () => {
    const { kept: store } = keep()
    await show()
    await edit({ 名称: "写错了", 描述: "也错了" })
    world.press("保存")
    await waitFor(() => expect(world.offered?.label).toBe("撤销"))
    expect(store.row.title).toBe("写错了")
    act(() => world.offered!.onClick())
    await waitFor(() => expect(world.messages).toEqual(["修改成功", "已撤销"]))
    expect(store.row).toMatchObject({ title: "春天", description: "" })
  })

  it("is not possible if another user has changed the row since", async () => {
    const { kept: store, somebodyElse } = keep()
    await show()
    await edit({ 名称: "写错了" })
    world.press("保存")
    await waitFor(() => expect(world.offered).toBeTruthy())
    somebodyElse({ title: "别人的" })
    act(() => world.offered!.onClick())
    await waitFor(() => expect(world.messages.at(-1)).toContain("刚才有人改过这一条"))
    expect(store.row.title).toBe("别人的")
  })
})

describe("editing inside the list", () => {
  it("a switch is turned on and off", async () => {
    const { kept: store } = keep()
    await show()
    fireEvent.click(screen.getByRole("switch", { name: "启用 春天" }))
    expect(screen.getByRole("switch", { name: "启用 春天" }).getAttribute("aria-checked"), "at once").toBe("false")
    await waitFor(() => expect(store.row.enable).toBe(false))
    await waitFor(() => expect(world.offered?.label).toBe("撤销"))
    act(() => world.offered!.onClick())
    await waitFor(() => expect(store.row.enable).toBe(true))
  })

  it("a rejected switch turns back and shows the reason", async () => {
    const { somebodyElse } = keep()
    await show()
    somebodyElse({ title: "夏天" })
    const enabled = screen.getByRole("switch", { name: "启用 春天" })
    fireEvent.click(enabled)
    expect(enabled.getAttribute("aria-checked")).toBe("false")
    await waitFor(() => expect(enabled.getAttribute("aria-checked")).toBe("true"))
    expect(world.messages).toEqual(["! 刚才有人改过这一条，你的修改还没有保存"])
  })

  it("a number is edited in place: Enter saves, Escape cancels", async () => {
    const { kept: store } = keep()
    await show()
    const field = screen.getByRole<HTMLInputElement>("spinbutton", { name: "排序 春天" })
    fireEvent.change(field, { target: { value: "7" } })
    fireEvent.keyDown(field, { key: "Escape" })
    fireEvent.blur(field)
    expect(field.value).toBe("5")
    fireEvent.change(field, { target: { value: "8" } })
    fireEvent.keyDown(field, { key: "Enter", keyCode: 13 })
    await waitFor(() => expect(store.row.sort).toBe(8))
    expect(world.calls("PUT /banner")).toHaveLength(1)
  })

  it("a user without permission cannot change anything", async () => {
    keep()
    world.reply({ "GET /banner/list": { total: 1, banner: [rowOf()] } })
    world.revoke("BannerAPI/UpdateBanner")
    render(<Page />)
    await screen.findByText("春天")
    expect(screen.queryByRole("switch")).toBeNull()
    expect(screen.queryByRole("spinbutton")).toBeNull()
  })
})

describe("rows that change by themselves", () => {
  it("are polled until they have settled", async () => {
    const { somebodyElse } = keep({ type: 2 })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await show()
    const before = world.calls("GET /banner/list").length
    await act(() => vi.advanceTimersByTimeAsync(liveMs))
    expect(world.calls("GET /banner/list")).toHaveLength(before + 1)
    somebodyElse({ type: 0 })
    await act(() => vi.advanceTimersByTimeAsync(liveMs))
    await act(() => vi.advanceTimersByTimeAsync(liveMs * 3))
    expect(world.calls("GET /banner/list")).toHaveLength(before + 2)
  })
})
