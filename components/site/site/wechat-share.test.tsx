import { render, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { offerCard } from "./wechat-card"
import { WechatShare } from "./wechat-share"

const wx = vi.hoisted(() => ({
  config: vi.fn(),
  ready: vi.fn((then: () => void) => then()),
  updateAppMessageShareData: vi.fn(),
  updateTimelineShareData: vi.fn(),
}))
vi.mock("weixin-js-sdk", () => ({ default: wx }))
vi.mock("./wechat-card", { spy: true })
vi.mock("@/components/providers/page-path", () => ({ usePagePath: () => "/document/abc" }))

const chrome = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"
const as = (agent: string) => vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent)
const signed = { appid: "wx1", timestamp: 7, noncestr: "n", signature: "s" }

beforeEach(() => {
  vi.clearAllMocks()
  world.answer("GET /oauth/wxshare/signature", signed)
  document.head.innerHTML = `<title>备用</title><meta property="og:title" content="线性代数讲义"><meta property="og:description" content="第一章">
    <meta property="og:image" content="https://wenku.example.org/view/cover/abc"><link rel="canonical" href="https://wenku.example.org/document/abc">`
})
afterEach(() => {
  document.head.innerHTML = ""
})

const card = {
  title: "线性代数讲义",
  desc: "第一章",
  link: "https://wenku.example.org/document/abc",
  imgUrl: "https://wenku.example.org/view/cover/abc",
}

test("inside WeChat the page is shared with its title, description and picture", async () => {
  as(`${chrome} MicroMessenger/8.0.50`)
  render(<WechatShare />)
  await waitFor(() => expect(wx.updateTimelineShareData).toHaveBeenCalledWith(expect.objectContaining(card)))
  expect(wx.updateAppMessageShareData).toHaveBeenCalledWith(expect.objectContaining(card))
  expect(world.api).toHaveBeenCalledWith("GET /oauth/wxshare/signature", { url: location.href.split("#")[0] })
  expect(wx.config).toHaveBeenCalledWith(expect.objectContaining({ appId: "wx1", timestamp: 7, nonceStr: "n", signature: "s" }))
})

test.each([
  ["without an account on the site", {}],
  ["by a site that refuses it", refusal(404, "内容不存在")],
])("%s, WeChat is left alone", async (_, reply) => {
  as(`${chrome} MicroMessenger/8.0.50`)
  world.answer("GET /oauth/wxshare/signature", reply)
  render(<WechatShare />)
  await waitFor(() => expect(world.api).toHaveBeenCalled())
  expect(wx.config).not.toHaveBeenCalled()
})

test("another browser loads nothing", async () => {
  as(chrome)
  render(<WechatShare />)
  await new Promise((done) => setTimeout(done, 50))
  expect(offerCard).not.toHaveBeenCalled()
})

test("a server that signs no pages is neither asked nor makes the browser load WeChat's script", async () => {
  as(`${chrome} MicroMessenger/8.0.50`)
  world.set({ capabilities: { absent: ["GET /oauth/wxshare/signature"] } })
  render(<WechatShare />)
  await new Promise((done) => setTimeout(done, 50))
  expect(offerCard).not.toHaveBeenCalled()
})
