import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { Form } from "antd"
import { beforeEach, expect, it, vi } from "vitest"
import "@/tests/setup/admin-world"
import { NumberField, noNumber, readableNumber } from "./number-field"

const finish = vi.fn()
const open = (initial: number | null = 5) => {
  render(
    <Form initialValues={{ price: initial }} onFinish={finish}>
      <Form.Item name="price" label="价格" rules={[readableNumber]}>
        <NumberField min={0} max={1_000_000} precision={0} />
      </Form.Item>
      <button type="submit">保存</button>
    </Form>,
  )
  return screen.getByRole<HTMLInputElement>("spinbutton")
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const save = () => fireEvent.click(screen.getByRole("button", { name: "保存" }))

beforeEach(() => finish.mockReset())

it("reads full-width digits as the number that they are", async () => {
  const field = open(null)
  type(field, "５")
  fireEvent.blur(field)
  expect(field.value).toBe("5")
  type(field, "１，２００")
  save()
  await waitFor(() => expect(finish).toHaveBeenCalledWith({ price: 1200 }))
})

it.each(["五", "5元", "1-2"])("%s is refused with a sentence, and stays in the field", async (text) => {
  const field = open()
  type(field, text)
  fireEvent.keyDown(field, { key: "Enter" })
  fireEvent.blur(field)
  save()
  expect(await screen.findByText(noNumber)).toBeTruthy()
  expect([field.value, finish.mock.calls]).toEqual([text, []])
})

it("a correction back to the previous number can be saved", async () => {
  const field = open(5)
  type(field, "5a")
  expect(await screen.findByText(noNumber)).toBeTruthy()
  type(field, "5")
  save()
  await waitFor(() => expect(finish).toHaveBeenCalledWith({ price: 5 }))
})

it("outside of a form it explains itself", () => {
  const change = vi.fn()
  render(<NumberField standalone value={3} onChange={change} />)
  type(screen.getByRole("spinbutton"), "三")
  expect(screen.getByRole("alert").textContent).toBe(noNumber)
  expect(change).toHaveBeenLastCalledWith(Number.NaN)
})

it("shows a number that is set from outside, also the last one, and keeps its problem when it is opened again", () => {
  const change = vi.fn()
  const { rerender } = render(<NumberField standalone value={3} onChange={change} />)
  const text = () => screen.getByRole<HTMLInputElement>("spinbutton").value
  type(screen.getByRole("spinbutton"), "3元")
  rerender(<NumberField standalone value={Number.NaN} onChange={change} />)
  expect([text(), screen.getByRole("alert").textContent]).toEqual(["3元", noNumber])
  rerender(<NumberField standalone value={3} onChange={change} />)
  expect([text(), screen.queryByRole("alert")]).toEqual(["3", null])
  cleanup()
  render(<NumberField standalone value={Number.NaN} onChange={change} problem="请写整数" />)
  expect([text(), screen.getByRole("alert").textContent]).toEqual(["", "请写整数"])
})
