import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import "@/tests/setup/world"
import { ApiOverview } from "./api-overview"
import { ApiTrial, ApiTrials } from "./api-trial"

const sent = vi.fn<typeof fetch>()
beforeEach(() => {
  sent.mockReset()
  vi.stubGlobal("fetch", sent)
})
afterEach(() => vi.unstubAllGlobals())
const show = (inBody: boolean, example: string, tokens = true) =>
  render(
    <ApiTrials tokens={tokens}>
      <ApiTrial method={inBody ? "POST" : "GET"} path="/api/v1/comment" inBody={inBody} example={example} />
    </ApiTrials>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

it("asks for a token only where there are access tokens", () => {
  show(false, "", false)
  expect(screen.queryByLabelText("试用时的访问令牌")).toBeNull()
  expect(screen.getByRole("button", { name: "试一试" })).toBeTruthy()
})

it("the overview explains access tokens only where there are some", () => {
  const view = render(<ApiOverview counts={{}} tokens />)
  expect(screen.getByText("令牌的权限")).toBeTruthy()
  view.unmount()
  render(<ApiOverview counts={{}} tokens={false} />)
  expect(document.body.textContent).not.toContain("访问令牌")
  expect(screen.queryByText("令牌的权限")).toBeNull()
  expect(screen.getByText(/用 POST \/api\/v1\/user\/login 登录/)).toBeTruthy()
})

it("sends the call with the pasted token and shows status and response", async () => {
  sent.mockResolvedValue(Response.json({ code: 7, message: "这个访问令牌没有“互动”权限" }, { status: 403 }))
  show(true, `{"content":"好"}`)
  fireEvent.change(screen.getByLabelText("试用时的访问令牌"), { target: { value: " dj_abc " } })
  press("试一试")
  press("发送")
  expect(await screen.findByText("403")).toBeTruthy()
  expect(screen.getByText(/这个访问令牌没有/)).toBeTruthy()
  const [address, init] = sent.mock.calls[0]!
  expect([address, init?.method, init?.body]).toEqual(["/api/v1/comment", "POST", `{"content":"好"}`])
  expect(new Headers(init?.headers).get("authorization")).toBe("Bearer dj_abc")
})

it("puts a query into the address, and does not send a body that is invalid JSON", async () => {
  sent.mockResolvedValue(Response.json({ total: 0 }))
  show(false, "page=1")
  press("试一试")
  press("发送")
  await waitFor(() => expect(sent.mock.calls[0]![0]).toBe("/api/v1/comment?page=1"))
  expect(new Headers(sent.mock.calls[0]![1]?.headers).get("authorization")).toBeNull()
  show(true, "{nonsense")
  press("试一试")
  fireEvent.click(screen.getAllByRole("button", { name: "发送" })[1]!)
  expect(await screen.findByText("请求体不是 JSON，请检查引号和逗号")).toBeTruthy()
  expect(sent).toHaveBeenCalledTimes(1)
})
