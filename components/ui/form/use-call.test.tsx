import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { Form, Input } from "antd"
import { beforeEach, expect, it, vi } from "vitest"
import type { Result } from "@/lib/contract/types"
import { useCall } from "./use-call"

const notices = vi.hoisted((): string[] => [])
const questions = vi.hoisted((): string[] => [])
const agrees = vi.hoisted(() => vi.fn(async () => true))
const answers: (number | null)[] = []
vi.mock("@/components/providers/feedback", () => ({
  useFeedback: () => ({
    success: (text: string) => notices.push(text),
    error: (text: string, action?: { label: string; onClick: () => void }) => {
      notices.push(`! ${text}${action ? `［${action.label}］` : ""}`)
      action?.onClick()
    },
    confirm: ({ title, okText }: { title: string; okText: string }) => {
      questions.push(`${title}：${okText}`)
      return agrees()
    },
  }),
}))
beforeEach(() => {
  notices.length = questions.length = 0
  answers.length = 0
  Element.prototype.scrollIntoView = () => undefined
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
})

type Reply = Result<{ id: number }>
type Options = Parameters<typeof useCall>[0]

const Button = ({ ask, plan, options }: { ask: () => Promise<Reply>; plan?: object; options?: Options }) => {
  const { busy, refusal, call } = useCall(options)
  return (
    <button type="button" aria-busy={busy} onClick={() => void call(ask, plan).then((data) => answers.push(data && data.id))}>
      {refusal || "提交"}
    </button>
  )
}
const press = () => fireEvent.click(screen.getByRole("button"))
const refused = (message: string, field?: string): Reply => ({ ok: false, status: 400, message, ...(field && { field }) })

it("is busy while it runs, does not run twice, and returns the response", async () => {
  let answer: (reply: Reply) => void = () => undefined
  const ask = vi.fn(() => new Promise<Reply>((done) => (answer = done)))
  render(<Button ask={ask} plan={{ done: ({ id }: { id: number }) => `第 ${id} 份好了` }} />)
  press()
  await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true"))
  press()
  await act(async () => answer({ ok: true, status: 200, data: { id: 7 } }))
  expect(ask).toHaveBeenCalledTimes(1)
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false")
  await waitFor(() => expect(answers).toEqual([null, 7]))
  expect(notices).toEqual(["第 7 份好了"])
})

it("shows an error in a notification, with a default message if the server gives none", async () => {
  const ask = vi.fn<() => Promise<Reply>>().mockResolvedValueOnce(refused("没有权限")).mockResolvedValueOnce(refused(""))
  render(<Button ask={ask} plan={{ fallback: "提交失败" }} />)
  press()
  await waitFor(() => expect(notices).toEqual(["! 没有权限"]))
  press()
  await waitFor(() => expect(notices).toEqual(["! 没有权限", "! 提交失败"]))
  expect(answers).toEqual([null, null])
})

it("passes an inline error to the component, until the next call", async () => {
  const ask = vi
    .fn<() => Promise<Reply>>()
    .mockResolvedValueOnce(refused("太快了"))
    .mockResolvedValueOnce({ ok: true, status: 200, data: { id: 1 } })
  render(<Button ask={ask} options={{ inline: true }} />)
  press()
  expect(await screen.findByText("太快了")).toBeTruthy()
  press()
  expect(await screen.findByText("提交")).toBeTruthy()
  expect(notices).toEqual([])
})

it("shows nothing for an error that the caller has handled", async () => {
  render(<Button ask={async () => refused("请登录")} plan={{ onRefused: () => true }} />)
  press()
  await waitFor(() => expect(answers).toEqual([null]))
  expect(notices).toEqual([])
})

const Fields = ({ reply }: { reply: Reply }) => {
  const [form] = Form.useForm()
  const { call } = useCall({ form, names: { email: "address" } })
  return (
    <Form form={form} onFinish={() => void call(async () => reply)}>
      <Form.Item name="address" label="邮箱">
        <Input />
      </Form.Item>
      <button type="submit">提交</button>
    </Form>
  )
}

it("shows an error beside its field, even under another name in the form; without such a field in a notification", async () => {
  const { unmount } = render(<Fields reply={refused("已经有人用了", "email")} />)
  press()
  expect((await screen.findByText("已经有人用了")).className).toContain("explain-error")
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("邮箱")))
  expect(notices).toEqual([])
  unmount()
  render(<Fields reply={refused("没有这一项", "mobile")} />)
  press()
  await waitFor(() => expect(notices).toEqual(["! 没有这一项"]))
})

it("offers to repeat a call that got no answer in time, and then goes on as if it had answered at once", async () => {
  const late: Reply = { ok: false, status: 0, message: "服务器没有及时回答，请重试", timedOut: "PUT" }
  const ask = vi.fn(async (): Promise<Reply> => (ask.mock.calls.length < 3 ? late : { ok: true, status: 200, data: { id: 7 } }))
  render(<Button ask={ask} plan={{ done: "好了" }} />)
  press()
  await waitFor(() => expect(answers).toEqual([7]))
  expect([questions, notices]).toEqual([["服务器没有及时回答：重试", "服务器没有及时回答：重试"], ["好了"]])
})

it("a call without an answer that is not repeated says so", async () => {
  agrees.mockResolvedValueOnce(false)
  const ask = vi.fn(async (): Promise<Reply> => ({ ok: false, status: 0, message: "服务器没有及时回答，请重试", timedOut: "PUT" }))
  render(<Button ask={ask} />)
  press()
  await waitFor(() => expect(notices).toEqual(["! 服务器没有及时回答，请重试"]))
  expect([ask.mock.calls.length, answers]).toEqual([1, [null]])
})

it("never repeats a POST without an answer, which may have paid or created something: the user is asked to look first", async () => {
  const ask = vi.fn(async (): Promise<Reply> => ({ ok: false, status: 0, message: "服务器没有及时回答，请重试", timedOut: "POST" }))
  render(<Button ask={ask} />)
  press()
  await waitFor(() => expect(notices).toEqual(["! 服务器没有及时回答，刚才的操作可能已经完成。请先核对，再决定要不要重试"]))
  expect([ask.mock.calls.length, questions]).toEqual([1, []])
})

it("a server without a message gets the caller's sentence with the status", async () => {
  const reply: Reply = { ok: false, status: 500, message: "500 Internal Server Error", detail: "500 Internal Server Error" }
  render(<Button ask={async () => reply} plan={{ fallback: "修改失败" }} />)
  press()
  await waitFor(() => expect(notices).toEqual(["! 修改失败（500 Internal Server Error）"]))
})

it("after the end of the session it offers the login in a new tab, so that the form stays", async () => {
  window.history.replaceState(null, "", "/me/profile?tab=1")
  const open = vi.spyOn(window, "open").mockReturnValue(null)
  render(<Button ask={async () => ({ ok: false, status: 401, message: "请先登录" })} />)
  press()
  await waitFor(() => expect(notices).toEqual(["! 请先登录［去登录］"]))
  expect(open).toHaveBeenCalledWith("/login?redirect=%2Fme%2Fprofile%3Ftab%3D1", "_blank", "noopener")
  open.mockRestore()
})

it("an inline form shows the end of the session in the form, and offers the login too", async () => {
  window.history.replaceState(null, "", "/admin/banner")
  const open = vi.spyOn(window, "open").mockReturnValue(null)
  render(<Button ask={async () => ({ ok: false, status: 401, message: "请先登录" })} options={{ inline: true }} />)
  press()
  expect(await screen.findByText("请先登录")).toBeTruthy()
  expect(notices).toEqual(["! 请先登录［去登录］"])
  expect(open).toHaveBeenCalledWith("/login?redirect=%2Fadmin%2Fbanner", "_blank", "noopener")
  open.mockRestore()
})
