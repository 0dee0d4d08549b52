import { existsSync, readdirSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { makePdf, textPage } from "../../server/ports/converter/testing/pdf.fixture"
import { takeBuild, type Build } from "./support/build"
import {
  attachmentOf,
  bearer,
  converted,
  documentOf,
  multipartEnd,
  multipartType,
  partHead,
  register,
  send,
  submit,
  until,
  upload,
  type ClientUser,
} from "./support/client"
import { query } from "./support/database"
import { databaseProcesses, postmasterOf, processesAbout } from "./support/processes"
import { freePort, type Running } from "../../scripts/lib/server.mjs"
import { isAlive } from "../../scripts/lib/processes.mjs"
import { newDataFolder, preparedDataFolder, launchSite, siteFails, startSite } from "./support/server"
import { patience } from "../setup/patience"

let build: Build
let data: Awaited<ReturnType<typeof preparedDataFolder>>
let server: Running
let person: ClientUser
const env = { SAMPLES: "false" }
/** How long the process waits for running requests (ms); if it waited for an idle one, the stop would take as long. */
const requestsMs = 10_000

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder()
  server = await startSite({ main: build.main, dataDir: data.path, env })
  person = await register(server.url, "stopper")
})
afterAll(async () => {
  await server?.stop()
  await data?.remove()
  await build?.remove()
})

/** Waits until the first halves of this many uploads have reached the disk. */
const halvesArrived = (count: number) => {
  const incoming = join(data.path, "tmp", "incoming")
  return until(`${count} halves have arrived`, async () => existsSync(incoming) && readdirSync(incoming).length >= count)
}

/** Starts an upload that has sent its first half and waits until the test continues. */
const halfUpload = (name: string, content: Buffer) => {
  const whole = Buffer.concat([Buffer.from(partHead({ name })), content, Buffer.from(multipartEnd)])
  const half = Math.floor(whole.length / 2)
  const out = request(`${server.url}/api/v1/upload/document`, {
    method: "POST",
    headers: { ...bearer(person), "content-type": multipartType, "content-length": String(whole.length) },
    agent: false,
  })
  const answer = new Promise<{ status: number; body: string }>((done, fail) => {
    out.on("error", fail)
    out.on("response", (reply) => {
      let body = ""
      reply.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")))
      reply.on("error", fail)
      reply.on("end", () => done({ status: reply.statusCode ?? 0, body }))
    })
  })
  answer.catch(() => undefined)
  out.write(whole.subarray(0, half))
  return { answer, finish: () => void out.end(whole.subarray(half)) }
}

test("SIGTERM: running uploads are stored, however slow, the process exits with 0 in time, the database stops, the conversion continues later", async () => {
  const pages = Array.from({ length: 50 }, (_, n) => textPage(`page ${n}`, "章节"))
  const document = await submit(server.url, person, attachmentOf(await upload(server.url, person, "很多页.pdf", makePdf(pages))), "很多页")
  await until("conversion has begun", async () => Number((await documentOf(server.url, document.uuid)).converted_pages) > 0)
  const sending = halfUpload("正在路上.txt", Buffer.from("只传了一半的内容。".repeat(20_000)))
  const slow = halfUpload("慢.txt", Buffer.from("慢慢地来。".repeat(10_000)))
  await halvesArrived(2)
  const stopping = server.stop()
  await until("the port is closed to others", async () =>
    send(`${server.url}/healthz`).then(
      () => false,
      () => true,
    ),
  )
  sending.finish()
  const answer = await sending.answer
  expect(answer).toMatchObject({ status: 200 })
  // the database runs until the last byte of the slow upload has arrived
  await until("everything but the slow upload has stopped", async () => server.output().includes("还有请求没有处理完"))
  slow.finish()
  const slowAnswer = await slow.answer
  expect(slowAnswer).toMatchObject({ status: 200 })
  const { code, ms } = await stopping
  expect(code).toBe(0)
  expect(ms).toBeLessThan(15_000 * patience)
  expect(databaseProcesses(data.path)).toEqual([])
  expect(processesAbout(data.path)).toEqual([])
  expect(existsSync(join(data.path, "postgres", "postmaster.pid"))).toBe(false)
  expect(server.output()).not.toMatch(/"level":(50|60)/)

  server = await startSite({ main: build.main, dataDir: data.path, env })
  expect(server.output()).not.toContain("上次没有正常退出")
  const ids = [answer, slowAnswer].map(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id)
  expect(await query(data.path, "select id::int from attachment where id = any($1) order by id", [ids])).toEqual(
    ids.toSorted((a, b) => a - b).map((id) => ({ id })),
  )
  expect(await converted(server.url, document.uuid, person, 60_000)).toMatchObject({ status: 2, pages: 50, converted_pages: 50 })
})

test("a second process on the same data folder exits with 1 and an error message", async () => {
  const { code, output } = await siteFails({ main: build.main, dataDir: data.path, env })
  expect(code).toBe(1)
  expect(output.trim().split("\n")).toEqual([
    expect.stringMatching(new RegExp(`^数据目录正被另一个豆架进程使用：${data.path}（PID ${server.pid}），.*。$`)),
  ])
  expect((await send(`${server.url}/readyz`)).status).toBe(200)
})

test("a port in use ends the start with 1 and an error message before anything is changed", async () => {
  const other = await newDataFolder()
  const { code, output } = await siteFails({ main: build.main, dataDir: other.path, port: server.port, env })
  expect(code).toBe(1)
  expect(output.trim()).toBe(`端口 ${server.port} 已被占用，请先停掉占用它的程序，或用 --port 换一个端口。`)
  expect(readdirSync(other.path)).toEqual([])
  await other.remove()
})

test("SIGTERM without running requests is quick, also with idle connections and an open progress stream", async () => {
  const reply = await fetch(`${server.url}/healthz`) // undici keeps the connection open
  await reply.arrayBuffer()
  const stream = await fetch(`${server.url}/api/v1/document/progress`, { headers: bearer(person) })
  const read = stream.text()
  const { code, ms } = await server.stop()
  expect(code).toBe(0)
  expect(ms).toBeLessThan(requestsMs)
  // a client that the process does not close is cut off after ten seconds, and this read fails
  expect(await read).toContain("豆架")
})

test("SIGTERM during the start leaves no database running", async () => {
  const others = "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
  const connections = () => query(data.path, others).catch(() => null)
  const moments: [string, () => Promise<boolean>][] = [
    ["its process exists", async () => postmasterOf(data.path) > 0],
    ["it takes connections", async () => (await connections()) !== null],
    ["the site has connected", async () => ((await connections())?.length ?? 0) > 0],
  ]
  for (const [moment, reached] of moments) {
    const early = await launchSite({ main: build.main, dataDir: data.path, env })
    await until(moment, async () => (await reached()) || !isAlive(early.pid))
    early.child.kill("SIGTERM")
    await early.exited
    await until(`stopped when ${moment}: no database process`, async () => databaseProcesses(data.path).length === 0, 5_000)
  }
})

test("requests during the start get a response that asks to wait", async () => {
  const port = await freePort()
  const early = await launchSite({ main: build.main, dataDir: data.path, port, env })
  const reply = await until("an answer", async () => send(`${early.url}/api/v1/settings`).catch(() => null))
  expect(reply).toMatchObject({ status: 503, json: { message: "服务正在启动，请稍后再试" }, headers: { "retry-after": "1" } })
  await until("ready", async () => (await send(`${early.url}/readyz`)).status === 200)
  early.child.kill("SIGTERM")
  expect((await early.exited).code).toBe(0)
})
