import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { FirstStepsCard, FirstStepsLink, useFirstSteps } from "./first-steps-card"

const Steps = ({ turn }: { turn: number }) => {
  const progress = useFirstSteps(turn)
  return progress ? (
    <>
      <FirstStepsLink progress={progress} />
      <FirstStepsCard progress={progress} />
    </>
  ) : null
}

const saved = "2026-06-02T00:00:00Z"
const config = (category: string, name: string, value: string, updated_at: string | null = null) => ({ category, name, value, updated_at })
const fresh = [
  config("system", "sitename", "豆架"),
  config("system", "logo", ""),
  config("system", "domain", ""),
  config("email", "enable", "false"),
  config("email", "host", ""),
  config("footer", "agreement", "/article/agreement"),
  config("wechatpay", "enable", "false"),
  config("alipay", "enable", "false"),
]
const configured = [
  config("system", "sitename", "我的文库", saved),
  config("system", "logo", "/uploads/logo.png", saved),
  config("system", "domain", "https://doc.example.cn", saved),
  config("email", "enable", "true", saved),
  config("email", "host", "smtp.example.cn", saved),
  config("footer", "agreement", "/article/agreement"),
  config("alipay", "enable", "true", saved),
]
const created = "2026-06-01T00:00:00Z"
const stats = (document_count: number) => ({ user_count: 1, document_count, article_count: 1, comment_count: 0, version: "1.0.0" })

beforeEach(() => {
  world.grant("ConfigAPI/ListConfig", "ConfigAPI/UpdateConfig", "SampleAPI/GetSamples", "SampleAPI/DeleteSamples")
  world.reply({
    "GET /config/list": { config: fresh },
    "GET /samples": { document: 30, article: 4, banner: 2 },
    "GET /stats": stats(30),
    "GET /article": { id: 1, created_at: created, updated_at: created },
  })
})
const card = () => screen.findByRole("region", { name: "开始使用" })
const done = (region: HTMLElement) =>
  within(region)
    .getAllByRole("listitem")
    .map((item) => item.hasAttribute("data-done"))

it("a new site has six steps, each a link to its setting", async () => {
  render(<Steps turn={0} />)
  const region = await card()
  expect(done(region)).toEqual([false, false, false, false, false, false])
  expect(
    within(region)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["网站名称和 Logo", "/admin/config/system?field=system.sitename"],
    ["网站域名", "/admin/config/system?field=system.domain"],
    ["发信邮箱", "/admin/config/email?field=email.enable"],
    ["文库协议", "/admin/article/set?identifier=agreement"],
    ["收款方式", "/admin/config/pay"],
    ["清除示例内容", "#samples"],
  ])
})

it("each step is ticked when it is done, and the card goes when all are", async () => {
  world.reply({ "GET /config/list": { config: configured }, "GET /article": { id: 1, created_at: created, updated_at: saved } })
  const { rerender } = render(<Steps turn={0} />)
  expect(done(await card())).toEqual([true, true, true, true, true, false])
  expect(screen.getByText("已完成 5 / 6")).toBeTruthy()
  expect(screen.getByRole("link", { name: "开始使用 5 / 6" }).getAttribute("href")).toBe(
    `#${screen.getByRole("region", { name: "开始使用" }).id}`,
  )
  world.reply({ "GET /samples": { document: 0, article: 0, banner: 0 } })
  rerender(<Steps turn={1} />)
  await waitFor(() => expect(screen.queryByRole("region", { name: "开始使用" })).toBeNull())
})

it("不再显示 hides it for good", async () => {
  const { unmount } = render(<Steps turn={0} />)
  fireEvent.click(within(await card()).getByRole("button", { name: "不再显示" }))
  expect(screen.queryByRole("region", { name: "开始使用" })).toBeNull()
  unmount()
  world.api.mockClear()
  render(<Steps turn={0} />)
  expect(world.api).not.toHaveBeenCalled()
})

it("is absent for staff who may not change settings, and on a site with many documents of its own", async () => {
  world.reply({ "GET /stats": stats(130) })
  const { container, unmount } = render(<Steps turn={0} />)
  await waitFor(() => expect(world.api).toHaveBeenCalledWith("GET /stats"))
  expect(container.textContent).toBe("")
  unmount()
  world.api.mockClear()
  world.revoke("ConfigAPI/UpdateConfig")
  render(<Steps turn={0} />)
  expect(world.api).not.toHaveBeenCalled()
})
