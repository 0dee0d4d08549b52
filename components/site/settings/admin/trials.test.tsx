import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import type { followProgress } from "@/lib/api/progress"
import { TestContentSafety } from "./test-content-safety"
import { TestConverter } from "./test-converter"
import { TestSearch } from "./test-search"
import { TestSms } from "./test-message"

type Listener = Parameters<typeof followProgress>[0]
const stream = vi.hoisted(() => ({ current: null as unknown as Listener | null, stop: vi.fn() }))
vi.mock("@/lib/api/progress", () => ({
  followProgress: (listener: Listener) => {
    stream.current = listener
    return stream.stop
  },
}))

const rights = ["ConfigAPI/SendTestSms", "ConfigAPI/TestConverter", "ConfigAPI/TestSearch", "ConfigAPI/TestContentSafety"] as const
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))
beforeEach(() => world.grant(...rights))

describe("a test SMS", () => {
  const type = (mobile: string) => fireEvent.change(screen.getByLabelText("收信手机号"), { target: { value: mobile } })

  it("requires a valid number", async () => {
    world.reply({ "POST /config/sms/test": {} })
    render(<TestSms unsaved={false} />)
    type("123")
    press("发送测试短信")
    expect(await screen.findByText("请输入正确的手机号码")).toBeTruthy()
    type("13800000000")
    press("发送测试短信")
    await waitFor(() => expect(world.messages).toEqual(["短信平台收下了，请看手机"]))
    expect(world.inputsOf("POST /config/sms/test")).toEqual([{ mobile: "13800000000" }])
  })
  it("is disabled while settings are unsaved; the provider's response appears in the card", async () => {
    world.reply({ "POST /config/sms/test": refusal(400, "短信平台没有接受：签名不存在") })
    const { rerender } = render(<TestSms unsaved />)
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "发送测试短信" }).disabled).toBe(true)
    rerender(<TestSms unsaved={false} />)
    type("13800000000")
    press("发送测试短信")
    expect((await screen.findByRole("alert")).textContent).toContain("签名不存在")
  })
})

describe("sample documents", () => {
  const text = { trial: "one", name: "样例.txt", engine: "文本", pages: 1, characters: 16, milliseconds: 240, error: "", left: 1 }
  const rich = { ...text, name: "样例.rtf", engine: "", pages: 0, characters: 0, error: "服务器未安装 LibreOffice", left: 0 }
  const items = () => screen.queryAllByRole("listitem").map((item) => item.textContent)
  beforeEach(() => {
    world.reply({ "POST /config/converter/test": { trial: "one" } })
    render(<TestConverter unsaved={false} />)
    press("试转样例")
  })

  it("connects to the events before it begins, then shows each result as it arrives, and why one failed", async () => {
    expect(screen.getByRole("button", { name: "正在转换" })).toBeTruthy()
    expect(world.inputsOf("POST /config/converter/test")).toEqual([])
    await act(async () => stream.current!.onOpen!())
    expect(world.inputsOf("POST /config/converter/test")).toHaveLength(1)
    act(() => stream.current!.onSample!({ ...text, trial: "another" }))
    act(() => stream.current!.onSample!(text))
    expect(items()).toEqual(["样例.txt：文本 转出 1 页、16 个字，用了 0.2 秒"])
    act(() => stream.current!.onSample!(rich))
    expect(items()).toEqual(["样例.txt：文本 转出 1 页、16 个字，用了 0.2 秒", "样例.rtf：服务器未安装 LibreOffice"])
    expect(screen.getByRole("button", { name: "试转样例" })).toBeTruthy()
    expect(stream.stop).toHaveBeenCalled()
  })

  it("says so when the connection was lost meanwhile", async () => {
    await act(async () => stream.current!.onOpen!())
    act(() => stream.current!.onReturn!())
    expect((await screen.findByRole("alert")).textContent).toContain("连接断开过")
    expect(screen.getByRole("button", { name: "试转样例" })).toBeTruthy()
  })

  it("shows why the server refused, and stops", async () => {
    world.reply({ "POST /config/converter/test": refusal(429, "操作太频繁，请稍后再试") })
    await act(async () => stream.current!.onOpen!())
    expect((await screen.findByRole("alert")).textContent).toContain("操作太频繁")
    expect(stream.stop).toHaveBeenCalled()
  })
})

describe("the search engine", () => {
  it.each([
    [
      { error: "", entries: 1234, waiting: 2, milliseconds: 8 },
      "PostgreSQL 正常：索引里有 1,234 份文档和文章，其中 2 份刚改过，还没有排好，搜索一次用了 8 毫秒。",
    ],
    [{ error: "没有回应：请看地址和端口对不对，引擎有没有启动" }, "PostgreSQL 没有回应：请看地址和端口对不对，引擎有没有启动。"],
  ])("%j", async (result, sentence) => {
    world.reply({ "GET /config/search/test": { engine: "PostgreSQL", ...result } })
    render(<TestSearch />)
    press("检查搜索引擎")
    expect((await screen.findByRole("status")).textContent).toBe(sentence)
  })
})

describe("the content-safety service", () => {
  it("shows what it answered to each sample, or why it refused", async () => {
    const answer = {
      text: { level: 1, error: "", milliseconds: 412 },
      picture: { level: 0, error: "腾讯云天御没有接受（HTTP 200）：余额不足", milliseconds: 90 },
    }
    world.reply({ "POST /config/safety/test": answer })
    render(<TestContentSafety unsaved={false} />)
    press("发送测试内容")
    expect((await screen.findAllByRole("listitem")).map((item) => item.textContent)).toEqual([
      "一句话：没有发现问题，用了 0.4 秒",
      "一张图片：腾讯云天御没有接受（HTTP 200）：余额不足",
    ])
  })
  it("is disabled while settings are unsaved; a refusal appears in the card", async () => {
    world.reply({ "POST /config/safety/test": refusal(400, "还没有选择内容安全服务，或者没有填密钥，请填好并保存后再试") })
    const { rerender } = render(<TestContentSafety unsaved />)
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "发送测试内容" }).disabled).toBe(true)
    rerender(<TestContentSafety unsaved={false} />)
    press("发送测试内容")
    expect((await screen.findByRole("alert")).textContent).toContain("还没有选择内容安全服务")
  })
})

it("they are absent if the back end does not support them, or without the permission", () => {
  world.set({
    capabilities: {
      absent: ["POST /config/sms/test", "POST /config/converter/test", "GET /config/search/test", "POST /config/safety/test"],
    },
  })
  const all = () =>
    render([
      <TestSms key="1" unsaved={false} />,
      <TestConverter key="2" unsaved={false} />,
      <TestSearch key="3" />,
      <TestContentSafety key="4" unsaved={false} />,
    ])
  const first = all()
  expect(first.container.textContent).toBe("")
  first.unmount()
  world.set({})
  world.revoke(...rights)
  expect(all().container.textContent).toBe("")
})
