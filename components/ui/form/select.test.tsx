import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { Select } from "./select"

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

const options = [
  { value: 1, label: "编辑组长" },
  { value: 2, label: "编辑" },
]
const enter = (field: HTMLElement) => {
  fireEvent.keyDown(field, { key: "Enter", code: "Enter", keyCode: 13, which: 13 })
  fireEvent.keyUp(field, { key: "Enter", code: "Enter", keyCode: 13, which: 13 })
}

it("Enter takes the row with exactly the typed label, and no row that only contains it", async () => {
  const chosen: unknown[] = []
  render(
    <Select<number>
      aria-label="角色"
      options={options}
      showSearch={{ optionFilterProp: "label" }}
      onChange={(value) => chosen.push(value)}
    />,
  )
  const field = screen.getByRole("combobox", { name: "角色" })
  fireEvent.mouseDown(field)
  await screen.findAllByText("编辑")
  enter(field)
  fireEvent.mouseDown(field)
  fireEvent.change(field, { target: { value: "编" } })
  enter(field)
  expect(chosen).toEqual([])
  fireEvent.mouseDown(field)
  fireEvent.change(field, { target: { value: "编辑" } })
  await waitFor(() => expect(document.querySelector(".ant-select-item-option-active")?.textContent).toBe("编辑"))
  enter(field)
  await waitFor(() => expect(chosen).toEqual([2]))
})

it("Enter takes none of two rows that have the typed label", async () => {
  const chosen: unknown[] = []
  const doubled = [...options, { value: 3, label: "编辑" }]
  render(
    <Select<number> aria-label="角色" options={doubled} showSearch={{ optionFilterProp: "label" }} onChange={(one) => chosen.push(one)} />,
  )
  const field = screen.getByRole("combobox", { name: "角色" })
  fireEvent.mouseDown(field)
  fireEvent.change(field, { target: { value: "编辑" } })
  await waitFor(() => expect(screen.getAllByTitle("编辑")).toHaveLength(2))
  enter(field)
  expect(chosen).toEqual([])
})
