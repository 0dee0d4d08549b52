import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { Checkbox, Form, Input } from "antd"
import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { earlyMark, keepPress } from "@/lib/view/loading/first-script"
import { LiveForm } from "./live-form"
import { SubmitButton } from "./submit-button"

type Fields = { name: string; secret: string; agreed: boolean }

const done = vi.fn()
const Sample = ({ initialValues }: { initialValues?: Partial<Fields> }) => {
  const [form] = Form.useForm<Fields>()
  // forces a render after hydration, which would overwrite the page's values with the form's
  const secret = Form.useWatch("secret", form)
  return (
    <LiveForm<Fields> form={form} name="sample" initialValues={initialValues} onFinish={done}>
      <Form.Item name="name" label="名字" rules={[{ required: true, message: "要名字" }]}>
        <Input />
      </Form.Item>
      <Form.Item name="secret" label="密码" extra={secret ? `${secret.length} 位` : undefined}>
        <Input type="password" />
      </Form.Item>
      <Form.Item name="agreed" valuePropName="checked">
        <Checkbox>同意</Checkbox>
      </Form.Item>
      <SubmitButton busy={false} working="发送中">
        发送
      </SubmitButton>
    </LiveForm>
  )
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const formElement = () => document.querySelector("form")!

/** Renders the server's page and lets a user fill it in before its script runs. */
const arrive = (sample: ReactNode, meanwhile: () => void) => {
  const container = document.body.appendChild(document.createElement("div"))
  container.innerHTML = renderToString(sample)
  meanwhile()
  return render(sample, { container, hydrate: true })
}

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  Element.prototype.scrollIntoView = () => undefined
  done.mockReset()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe("a form that is used before hydration", () => {
  const fill = () => {
    field("名字").value = "林知夏"
    field("密码").value = "correct horse 7"
    field("同意").checked = true
  }

  it("keeps typed, autofilled and checked values, and sends them", async () => {
    arrive(<Sample />, fill)
    expect([field("名字").value, field("密码").value, field("同意").checked]).toEqual(["林知夏", "correct horse 7", true])
    expect(await screen.findByText("15 位")).toBeTruthy()
    expect(done).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole("button", { name: "发送" }))
    await waitFor(() => expect(done).toHaveBeenCalledWith({ name: "林知夏", secret: "correct horse 7", agreed: true }))
  })

  it("drops an initial value that the user cleared, and keeps untouched values", async () => {
    arrive(<Sample initialValues={{ name: "旧名字", secret: "old", agreed: true }} />, () => {
      field("名字").value = ""
      field("同意").checked = false
    })
    expect([field("名字").value, field("密码").value, field("同意").checked]).toEqual(["", "old", false])
  })

  it("performs an early click once, and then behaves like any other form", async () => {
    const first = document.createElement("script")
    first.textContent = keepPress
    document.head.append(first)
    let sent: Event | undefined
    arrive(<Sample />, () => {
      fill()
      sent = new Event("submit", { bubbles: true, cancelable: true })
      formElement().dispatchEvent(sent)
      expect(formElement().getAttribute(earlyMark)).toBe("pressed")
    })
    expect(sent?.defaultPrevented, "nothing is loaded").toBe(true)
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    expect(formElement().hasAttribute(earlyMark)).toBe(false)
    fireEvent.submit(formElement())
    await waitFor(() => expect(done).toHaveBeenCalledTimes(2))
    expect(formElement().hasAttribute(earlyMark)).toBe(false)
  })
})

describe("any form", () => {
  it("never submits its input to an address by itself", () => {
    render(<Sample />)
    expect(formElement().method).toBe("post")
    expect(formElement().noValidate).toBe(true)
  })

  it("a click on the button does not blur the field: its error message would move the button from under the click", async () => {
    render(<Sample />)
    expect(fireEvent.mouseDown(screen.getByRole("button", { name: "发送" }))).toBe(false)
    fireEvent.click(screen.getByRole("button", { name: "发送" }))
    expect(await screen.findByText("要名字")).toBeTruthy()
    fireEvent.change(field("名字"), { target: { value: "林" } })
    await waitFor(() => expect(screen.queryByText("要名字")).toBeNull())
  })
})
