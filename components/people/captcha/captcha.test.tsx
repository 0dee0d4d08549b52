import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { Form } from "antd"
import { createRef, StrictMode, useState, type Ref } from "react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createChallenge, verifySolution, type Payload } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/sha"
import { refusal, world, type MockOutput } from "@/tests/setup/world"
import { CaptchaField } from "./captcha-field"
import { CaptchaItem } from "./captcha-item"
import { noCaptcha, type CaptchaHandle, type CaptchaValue } from "./captcha-types"

const picture = "data:image/png;base64,AAAA"
const sound = "data:audio/wav;base64,BBBB"
type Drawn = MockOutput<"GET /user/captcha">
const reply = (part: Partial<Drawn>): Drawn => ({
  enable: true,
  id: "one",
  captcha: picture,
  type: "image",
  audio: sound,
  challenge: null,
  ...part,
})
const answer = (...drawn: Parameters<typeof world.answer<"GET /user/captcha">> extends [unknown, ...infer Rest] ? Rest : never) =>
  world.answer("GET /user/captcha", ...drawn)
const settle = (isRequired: boolean) => world.set({ security: { enable_captcha_login: isRequired, enable_captcha_comment: isRequired } })
const puzzle = (part = {}) =>
  createChallenge({ algorithm: "SHA-256", cost: 2, counter: 40, deriveKey, hmacSignatureSecret: "a", hmacKeySignatureSecret: "b", ...part })
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name })
const input = () => screen.getByLabelText<HTMLInputElement>("验证码")

let latest: CaptchaValue = noCaptcha
const hear = (value: CaptchaValue) => (latest = value)
const Host = ({ handle, lazy = false }: { handle?: Ref<CaptchaHandle>; lazy?: boolean }) => {
  const [value, setValue] = useState<CaptchaValue>(noCaptcha)
  const change = (next: CaptchaValue) => setValue(hear(next))
  return <CaptchaField purpose="login" ref={handle} lazy={lazy} value={value} onChange={change} />
}

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  settle(true)
  localStorage.clear()
  latest = noCaptcha
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("an image captcha", () => {
  it("shows the picture, accepts input, and is replaced on click", async () => {
    answer(reply({}), reply({ id: "two", captcha: `${picture}CC` }))
    render(<Host />)
    const imageButton = await screen.findByRole("button", { name: /点击可刷新验证码/ })
    expect(world.api).toHaveBeenCalledWith("GET /user/captcha", { type: "login", pow: true, t: expect.any(Number) })
    fireEvent.change(input(), { target: { value: "a3hk" } })
    expect(latest).toEqual({ captcha: "a3hk", captcha_id: "one" })
    fireEvent.click(imageButton)
    await waitFor(() => expect(latest).toEqual({ captcha: "", captcha_id: "two" }))
    expect(screen.getByRole("img").getAttribute("src")).toBe(`${picture}CC`)
    expect(screen.getByRole("status").textContent).toBe("验证码已刷新")
    expect(document.activeElement).toBe(input())
  })

  it("has an audio alternative with the same id", async () => {
    answer(reply({}))
    const { container } = render(<Host />)
    await screen.findByRole("img")
    fireEvent.click(button("语音验证码"))
    expect(container.querySelector("audio")?.getAttribute("src")).toBe(sound)
    expect(screen.queryByRole("img")).toBeNull()
    expect(world.api).toHaveBeenCalledTimes(1)
    fireEvent.click(button("刷新语音验证码"))
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(container.querySelector("audio")).toBeTruthy())
    fireEvent.click(button("图片验证码"))
    expect(screen.getByRole("img")).toBeTruthy()
  })

  it("as audio it has a player and its own label", async () => {
    answer(reply({ type: "audio", captcha: sound, audio: "" }))
    const { container } = render(<Host />)
    await waitFor(() => expect(container.querySelector("audio")?.getAttribute("src")).toBe(sound))
    expect(button("刷新语音验证码")).toBeTruthy()
    expect(input().inputMode).toBe("numeric")
  })

  it("reserves the space of the kind shown last", async () => {
    answer(reply({}))
    render(<Host />)
    await screen.findByRole("img")
    cleanup()
    answer(new Promise(() => undefined))
    render(<Host />)
    expect(input()).toBeTruthy()
    expect(button("换一张").disabled).toBe(true)
  })

  it("is renewed before it expires on the server, once the user looks at the page", async () => {
    vi.useFakeTimers()
    answer(reply({}))
    const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden")
    render(<Host />)
    await act(() => vi.advanceTimersByTimeAsync(9 * 60_000))
    expect(world.api).toHaveBeenCalledTimes(1)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(world.api).toHaveBeenCalledTimes(1)
    seen.mockReturnValue("visible")
    await act(async () => void document.dispatchEvent(new Event("visibilitychange")))
    expect(world.api).toHaveBeenCalledTimes(2)
  })
})

describe("an absent captcha", () => {
  it("is not requested if the settings disable it", () => {
    settle(false)
    const { container } = render(<Host />)
    expect(container.innerHTML).toBe("")
    expect(world.api).not.toHaveBeenCalled()
  })

  it("renders nothing if the server disables it", async () => {
    answer(reply({ enable: false, id: "", captcha: "" }))
    const handle = createRef<CaptchaHandle>()
    const { container } = render(<Host handle={handle} />)
    await waitFor(() => expect(container.innerHTML).toBe(""))
    expect(latest).toEqual(noCaptcha)
    expect(handle.current!.missing()).toBe("")
  })

  it("shows the error and can be retried", async () => {
    answer(refusal(429, "操作太频繁，请稍后再试"), reply({}))
    render(<Host />)
    expect((await screen.findByRole("alert")).textContent).toContain("操作太频繁，请稍后再试")
    fireEvent.click(button("重试"))
    expect(await screen.findByRole("img")).toBeTruthy()
  })

  it("waits for a click in an optional form", async () => {
    answer(reply({}))
    render(<Host lazy />)
    expect(world.api).not.toHaveBeenCalled()
    fireEvent.click(button("点击获取验证码"))
    expect(await screen.findByRole("img")).toBeTruthy()
  })
})

describe("a proof of work", () => {
  it("is solved without user action, and the server would accept it", async () => {
    const challenge = await puzzle()
    answer(reply({ type: "pow", captcha: "", audio: "", challenge: { ...challenge } }))
    const handle = createRef<CaptchaHandle>()
    render(
      <StrictMode>
        <Host handle={handle} />
      </StrictMode>,
    )
    expect(screen.getAllByText("正在确认你不是机器人…").length).toBeGreaterThan(0)
    expect(handle.current!.missing()).toBe("正在确认你不是机器人，请稍等")
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("已确认"))
    expect(latest.captcha_id).toBe("one")
    expect(handle.current!.missing()).toBe("")
    const payload = JSON.parse(atob(latest.captcha)) as Payload
    expect(await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: "a", hmacKeySignatureSecret: "b" })).toMatchObject({
      verified: true,
    })
  })

  it("is computed by a worker, which is terminated with its result and with the page", async () => {
    const workers: Array<{ posted: unknown[]; ended: number; say: (data: object) => void }> = []
    vi.stubGlobal(
      "Worker",
      class extends EventTarget {
        posted: unknown[] = []
        ended = 0
        constructor() {
          super()
          workers.push(this)
        }
        postMessage = (data: unknown) => void this.posted.push(data)
        terminate = () => void this.ended++
        say = (data: object) => this.dispatchEvent(new MessageEvent("message", { data }))
      },
    )
    const challenge = await puzzle()
    answer(reply({ type: "pow", challenge: { ...challenge } }))
    const handle = createRef<CaptchaHandle>()
    const { unmount } = render(<Host handle={handle} />)
    await waitFor(() => expect(workers).toHaveLength(1))
    expect(workers[0]!.posted).toEqual([challenge])
    act(() => workers[0]!.say({ solution: { counter: 1, derivedKey: "ab" } }))
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("已确认"))
    expect(JSON.parse(atob(latest.captcha))).toEqual({ challenge, solution: { counter: 1, derivedKey: "ab" } })
    expect(workers[0]!.ended).toBe(1)
    act(() => handle.current!.reload())
    expect(latest).toEqual(noCaptcha)
    await waitFor(() => expect(workers).toHaveLength(2))
    unmount()
    expect(workers[1]!.ended).toBe(1)
  })

  it("shows a message if it cannot be solved", async () => {
    const challenge = await puzzle()
    answer(reply({ type: "pow", challenge: { ...challenge, parameters: { ...challenge.parameters, algorithm: "SCRYPT" } } }))
    render(<Host />)
    expect((await screen.findByRole("alert")).textContent).toContain("这次没能确认，请重试")
  })
})

describe("in a form", () => {
  const FormHost = ({ handle, done }: { handle?: Ref<CaptchaHandle>; done: (fields: unknown) => void }) => (
    <Form onFinish={done} validateTrigger="onBlur">
      <CaptchaItem purpose="login" ref={handle} />
      <button type="submit">提交</button>
    </Form>
  )

  it("requires its text, and is empty again after a reload", async () => {
    answer(reply({}))
    const done = vi.fn()
    const handle = createRef<CaptchaHandle>()
    render(<FormHost handle={handle} done={done} />)
    await screen.findByRole("img")
    fireEvent.click(button("提交"))
    expect(await screen.findByText("请输入验证码")).toBeTruthy()
    expect(done).not.toHaveBeenCalled()
    expect(input().getAttribute("aria-invalid")).toBe("true")
    fireEvent.change(input(), { target: { value: "12345" } })
    await waitFor(() => expect(screen.queryByText("请输入验证码")).toBeNull())
    fireEvent.click(button("提交"))
    await waitFor(() => expect(done).toHaveBeenCalledWith({ captcha: { captcha: "12345", captcha_id: "one" } }))
    act(() => handle.current!.reload())
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(input().value).toBe(""))
  })

  it("does not block the form if no captcha is required", async () => {
    settle(false)
    const done = vi.fn()
    render(<FormHost done={done} />)
    fireEvent.click(button("提交"))
    await waitFor(() => expect(done).toHaveBeenCalledWith({ captcha: noCaptcha }))
  })
})
