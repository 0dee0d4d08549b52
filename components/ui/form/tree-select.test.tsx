import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { useState } from "react"
import { beforeEach, expect, it, vi } from "vitest"
import { TreeSelect } from "./tree-select"
import type { LabelledChoice } from "./use-exact-choice"

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

const choices: LabelledChoice<number>[] = [
  { value: 1, label: "法律法规" },
  { value: 2, label: "教育", children: [{ value: 3, label: "法律" }] },
  { value: 4, label: "公告" },
  { value: 5, label: "公告" },
]
const press = (field: HTMLElement, key: string, keyCode: number) => {
  fireEvent.keyDown(field, { key, code: key, keyCode, which: keyCode })
  fireEvent.keyUp(field, { key, code: key, keyCode, which: keyCode })
}
const enter = (field: HTMLElement) => press(field, "Enter", 13)

const Field = ({ many, onChoose }: { many: boolean; onChoose: (value: unknown) => void }) => {
  const [value, setValue] = useState<number | number[]>()
  return (
    <TreeSelect<number>
      aria-label="分类"
      choices={choices}
      many={many}
      value={value}
      onChange={(next) => (onChoose(next), setValue(next))}
    />
  )
}
const open = async (many = false) => {
  const chosen: unknown[] = []
  render(<Field many={many} onChoose={(value) => chosen.push(value)} />)
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "分类" })
  fireEvent.mouseDown(field)
  await screen.findByText("教育")
  return { chosen, field }
}
const isHighlightHidden = () =>
  document.querySelector<HTMLElement>(".ant-select-dropdown")!.style.getPropertyValue("--ant-control-item-bg-hover") === "transparent"

it("Enter and Tab take nothing right after the list opens, and no row looks chosen", async () => {
  const { chosen, field } = await open()
  expect(isHighlightHidden()).toBe(true)
  enter(field)
  press(field, "Tab", 9)
  expect(chosen).toEqual([])
})

it("Enter takes no row that only contains the typed text, and none of two that have the same name", async () => {
  const { chosen, field } = await open()
  for (const text of ["法", "公告"]) {
    fireEvent.change(field, { target: { value: text } })
    enter(field)
    expect(field.value).toBe(text)
  }
  expect(chosen).toEqual([])
  expect(isHighlightHidden()).toBe(true)
})

it("Enter takes the row with exactly the typed name at any level, not the first that contains it", async () => {
  const { chosen, field } = await open()
  fireEvent.change(field, { target: { value: "法律" } })
  enter(field)
  await waitFor(() => expect(chosen).toEqual([3]))
})

it("Enter takes the row that the arrow keys have reached, and that row is highlighted", async () => {
  const { chosen, field } = await open()
  press(field, "ArrowDown", 40)
  expect(isHighlightHidden()).toBe(false)
  enter(field)
  await waitFor(() => expect(chosen).toEqual([2]))
})

it("adds the row with the typed name to those that are chosen", async () => {
  const { chosen, field } = await open(true)
  for (const text of ["教育", "法律法规"]) {
    fireEvent.change(field, { target: { value: text } })
    enter(field)
  }
  await waitFor(() => expect(chosen).toEqual([[2], [2, 1]]))
})
