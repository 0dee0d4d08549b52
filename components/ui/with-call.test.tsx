import { cleanup, render, screen } from "@testing-library/react"
import { Form, Input } from "antd"
import { afterEach, expect, it, vi } from "vitest"
import { world } from "@/tests/setup/world"
import { CallItem } from "./form/call-item"
import { WithCall } from "./with-call"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = (
  <WithCall call="POST /comment" field="page" otherwise="没有页码">
    有页码
  </WithCall>
)

it("renders a control whose call takes its field", () => {
  world.set({ capabilities: { absent: ["POST /comment other", "PUT /comment page"] } })
  render(page)
  expect(screen.getByText("有页码")).toBeTruthy()
})

it.each(["POST /comment page", "POST /comment"])("renders what is there instead where the server lacks %s", (absent) => {
  world.set({ capabilities: { absent: [absent] } })
  render(page)
  expect(screen.getByText("没有页码")).toBeTruthy()
})

it("renders nothing instead unless it is given, and a control without a call always", () => {
  world.set({ capabilities: { absent: ["PUT /document/retry"] } })
  render(
    <>
      <WithCall call="PUT /document/retry">重新转换</WithCall>
      <WithCall>编辑</WithCall>
    </>,
  )
  expect(document.body.textContent).toBe("编辑")
})

it("a hidden field of a form keeps its value", () => {
  world.set({ capabilities: { absent: ["PUT /article source"] } })
  const values: unknown[] = []
  const Page = () => {
    const [form] = Form.useForm()
    return (
      <Form form={form} initialValues={{ source: "新华社" }}>
        <CallItem call="PUT /article" name="source" label="来源">
          <Input />
        </CallItem>
        <button type="button" onClick={() => values.push(form.getFieldsValue())}>
          看
        </button>
      </Form>
    )
  }
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  render(<Page />)
  expect(document.querySelector(".ant-form-item-hidden")).toBeTruthy()
  screen.getByRole("button", { name: "看" }).click()
  expect(values).toEqual([{ source: "新华社" }])
})
