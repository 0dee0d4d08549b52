import { fireEvent, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, vi } from "vitest"
import { ok } from "@/tests/setup/world"
import { User } from "@/lib/contract/people/user"
import { OauthButtons } from "../../oauth/oauth-buttons"
import { LoginView, type LoginProps } from "../login/login-view"
import { RegisterView, type RegisterProps } from "../register/register-view"

/** A mock captcha for form tests: counts reloads and reports what is missing. Import it before the forms. */
const captcha = vi.hoisted(() => ({ reloads: 0, missing: "" }))

vi.mock("@/components/people/captcha/captcha-item", async () => {
  const { useImperativeHandle } = await import("react")
  const { Form } = await import("antd")
  const Field = ({ purpose, ref }: { purpose: string; ref?: React.Ref<object> }) => {
    useImperativeHandle(ref, () => ({ reload: () => (captcha.reloads += 1), missing: () => captcha.missing }))
    const check = async () => {
      if (captcha.missing) throw new Error(captcha.missing)
    }
    return (
      <Form.Item name="captcha" initialValue={{ captcha: purpose, captcha_id: "c" }} rules={[{ validator: check }]}>
        <span />
      </Form.Item>
    )
  }
  return { CaptchaItem: Field }
})

export { captcha }

export const user = User.parse({ id: 7, username: "林知夏" })
export const session = ok("POST /user/login", { token: "t", user })
export const done = ok("DELETE /user/logout", {})
export const refused = (message: string, more: { status?: number; field?: string; wait?: number; appeal?: string } = {}) => ({
  ok: false as const,
  status: 400,
  message,
  ...more,
})
const provider = {
  type: 4,
  name: "GitHub",
  label: "GitHub",
  icon: "",
  enable: true,
  client_id: "",
  redirect_url: "",
  authorize_url: "",
}
export const oauthButtons = <OauthButtons providers={[provider]} redirect="/me" />
export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name })
export const login = (part: Partial<LoginProps> = {}) =>
  render(<LoginView target="/me" statement="" refusedVisitor="" sms={false} passkeys={false} open background="" {...part} />)
export const register = (part: Partial<RegisterProps> = {}) =>
  render(<RegisterView target="/me" open agreement="/article/agreement" sms={false} mail background="" {...part} />)

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  Element.prototype.scrollIntoView = () => undefined
  Object.assign(captcha, { reloads: 0, missing: "" })
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
