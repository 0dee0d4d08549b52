import { fireEvent, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, vi } from "vitest"
import { LoginView, type LoginProps } from "../login/login-view"
import { RegisterView, type RegisterProps } from "../register/register-view"

/** What the forms touch: the API's answers to come, and what was said, kept and opened. Import it before anything of the forms. */
const world = vi.hoisted(() => ({
  api: vi.fn(),
  replace: vi.fn(),
  refresh: vi.fn(),
  logOut: vi.fn(),
  said: [] as string[],
  logIn: vi.fn(),
  token: "",
  reloads: 0,
  missing: "",
  verify: false,
}))

vi.mock("@/lib/api/client", () => ({ api: world.api }))
vi.mock("next/navigation", () => {
  const router = { replace: world.replace, refresh: world.refresh }
  return { useRouter: () => router }
})
vi.mock("next/link", () => ({ default: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a> }))
vi.mock("@/components/providers/feedback", () => ({
  useFeedback: () => ({ success: (text: string) => world.said.push(text), error: (text: string) => world.said.push(text) }),
  showAfterReload: () => undefined,
}))
vi.mock("@/components/providers/settings", () => ({ useSettings: () => ({ security: { enable_verify_register_email: world.verify } }) }))
vi.mock("@/components/providers/session", () => {
  const store = { getState: () => ({ token: world.token, logIn: world.logIn, logOut: world.logOut, refresh: () => undefined }) }
  return { useSessionStore: () => store, useSession: (pick: (state: object) => unknown) => pick({ ready: true, token: world.token }) }
})
vi.mock("@/components/form/captcha/captcha-item", async () => {
  const { useImperativeHandle } = await import("react")
  const { Form } = await import("antd")
  const Field = ({ purpose, ref }: { purpose: string; ref?: React.Ref<object> }) => {
    useImperativeHandle(ref, () => ({ reload: () => (world.reloads += 1), missing: () => world.missing }))
    const check = async () => {
      if (world.missing) throw new Error(world.missing)
    }
    return (
      <Form.Item name="captcha" initialValue={{ captcha: purpose, captcha_id: "c" }} rules={[{ validator: check }]}>
        <span />
      </Form.Item>
    )
  }
  return { CaptchaItem: Field }
})

export { world }

export const user = { id: 7, username: "林知夏" }
export const session = { ok: true, status: 200, data: { token: "t", user } }
export const refused = (message: string, more = {}) => ({ ok: false, status: 400, message, ...more })
export const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name })
export const login = (part: Partial<LoginProps> = {}) =>
  render(<LoginView target="/me" statement="" stuck="" sms={false} open providers={[]} background="" {...part} />)
export const register = (part: Partial<RegisterProps> = {}) =>
  render(<RegisterView target="/me" open agreement="/article/agreement" sms={false} providers={[]} background="" {...part} />)

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  Element.prototype.scrollIntoView = () => undefined
  for (const mock of [world.api, world.replace, world.refresh, world.logIn, world.logOut]) mock.mockReset()
  Object.assign(world, { token: "", reloads: 0, missing: "", verify: false })
  world.said.length = 0
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
