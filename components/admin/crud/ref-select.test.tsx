import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import type { Reference } from "@/components/admin/crud/reference"
import { RefSelect } from "./ref-select"

// jsdom has none; antd's lists measure themselves
beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

const choices = [
  { value: 1, label: "编辑组长" },
  { value: 2, label: "编辑", children: [{ value: 3, label: "校对" }] },
  { value: 4, label: "翻译" },
]
const from = (tree: boolean): Reference => ({
  key: `test ${tree}`,
  read: () => Promise.resolve({ ok: true, status: 200, data: choices }),
  tree,
  lineage: false,
})

const Single = ({ tree, onChoose }: { tree: boolean; onChoose: (value: unknown) => void }) => {
  const [reference] = useState(() => from(tree))
  const [value, setValue] = useState<number>()
  return <RefSelect from={reference} label="用户组" value={value} onChange={(next) => (onChoose(next), setValue(next as number))} />
}
const enter = (field: HTMLElement) => {
  fireEvent.keyDown(field, { key: "Enter", code: "Enter", keyCode: 13, which: 13 })
  fireEvent.keyUp(field, { key: "Enter", code: "Enter", keyCode: 13, which: 13 })
}

describe.each([
  ["a list", false],
  ["a tree", true],
])("choosing from %s by keyboard", (_, tree) => {
  const open = async () => {
    const chosen: unknown[] = []
    render(<Single tree={tree} onChoose={(value) => chosen.push(value)} />)
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "用户组" })
    fireEvent.mouseDown(field)
    await screen.findAllByText("翻译")
    return { chosen, field }
  }

  it("Enter takes no row that only contains the typed text", async () => {
    const { chosen, field } = await open()
    fireEvent.change(field, { target: { value: "编" } })
    enter(field)
    expect(chosen).toEqual([])
    expect(field.value).toBe("编")
  })

  it("Enter takes the row with exactly the typed label, not the first that contains it", async () => {
    const { chosen, field } = await open()
    fireEvent.change(field, { target: { value: "编辑" } })
    enter(field)
    await waitFor(() => expect(chosen).toEqual([2]))
  })

  it("Enter takes nothing right after the list opens", async () => {
    const { chosen, field } = await open()
    enter(field)
    fireEvent.keyDown(field, { key: "Tab", keyCode: 9, which: 9 })
    expect(chosen).toEqual([])
  })
})
