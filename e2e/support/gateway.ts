import { spawn, type ChildProcess } from "node:child_process"
import { resolve } from "node:path"
import type { APIRequestContext, Page } from "@playwright/test"
import type { OwnSite } from "./own-site"
import { saveSettings } from "./site"
import { expect } from "./test"

export type StandIns = { url: string; stop: (request: APIRequestContext) => Promise<void> }

const startMs = 60_000

const ready = (desk: ChildProcess): Promise<void> =>
  new Promise((done, refuse) => {
    let output = ""
    const late = setTimeout(() => refuse(new Error(`the stand-ins did not start:\n${output}`)), startMs)
    const listen = (chunk: Buffer) => {
      output += chunk.toString("utf8")
      if (!output.includes("模拟支付平台已启动")) return
      clearTimeout(late)
      done()
    }
    desk.stdout!.on("data", listen)
    desk.stderr!.on("data", listen)
    desk.once("exit", () => refuse(new Error(`the stand-ins ended:\n${output}`)))
  })

/** Runs `npm run gateway` for this site and configures it. After it stops, the site accepts no payments. */
export const startStandIns = async (site: OwnSite): Promise<StandIns> => {
  const args = ["--port", String(site.gatewayPort), "--site", site.url, "--admin", `admin:${site.adminPassword}`]
  const desk = spawn(process.execPath, [resolve("scripts/gateway.mjs"), ...args], { stdio: ["ignore", "pipe", "pipe"] })
  await ready(desk)
  return {
    url: `http://127.0.0.1:${site.gatewayPort}`,
    stop: async (request) => {
      desk.removeAllListeners("exit")
      desk.kill()
      const off = ["wechatpay", "alipay", "xunhupay"].map((category) => ({ category, name: "enable", value: "false" }))
      await saveSettings(request, [...off, { category: "system", name: "domain", value: "" }])
    },
  }
}

/** Scans this order's code and presses a button on the gateway's page; `act` is one of that page's actions. */
export const payElsewhere = async (request: APIRequestContext, { url }: StandIns, page: Page, act = "pay"): Promise<void> => {
  const order_no = new URL(page.url()).searchParams.get("order_no")!
  const reply = await request.post(`${url}/desk`, { form: { name: "wechatpay", order_no, act } })
  expect(reply.ok(), await reply.text()).toBe(true)
}
