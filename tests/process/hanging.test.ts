import { spawn, type ChildProcess } from "node:child_process"
import { createServer, type AddressInfo, type Server } from "node:net"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { signal } from "../../scripts/lib/processes.mjs"
import { freePort, type Running } from "../../scripts/lib/server.mjs"
import { patience } from "../setup/patience"
import { takeBuild, type Build } from "./support/build"
import { attachmentOf, call, converted, register, send, submit, until, upload, type ClientUser } from "./support/client"
import { query, saveSetting } from "./support/database"
import { preparedDataFolder, startSite, type DataFolder } from "./support/server"

/*
 * Services that accept connections and never answer: a stopped bucket and a silent mail server. `npm run torture -- hang` lets them hang
 * for five minutes (DOUJIA_HANG_SECONDS).
 */

let build: Build
let data: DataFolder
let server: Running
let bucket: ChildProcess
let mail: Server
let person: ClientUser
/** Uploads that hang at once: more than the 20 connections to PostgreSQL. */
const uploads = 30
const hangMs = Number(process.env["DOUJIA_HANG_SECONDS"] ?? 4) * 1_000
/** The pause between two looks: a long form must not reach the limits of one visitor. */
const lookMs = hangMs > 10_000 ? 2_000 : 500
const limits = { timeout: 120_000 + 2 * hangMs }

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder()
  const port = await freePort()
  bucket = spawn(process.execPath, [join(import.meta.dirname, "support/bucket.mjs"), String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await new Promise((done) => bucket.stdout!.once("data", done))
  mail = createServer(() => undefined)
  await new Promise<void>((done) => mail.listen(0, "127.0.0.1", done))
  server = await startSite({
    main: build.main,
    dataDir: data.path,
    env: {
      SAMPLES: "false",
      OUTGOING_ALLOW: "127.0.0.1",
      S3_BUCKET: "library",
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY: "S3RVER",
      S3_SECRET_KEY: "S3RVER",
      S3_PATH_STYLE: "true",
    },
  })
  person = await register(server.url, "waiter")
  for (const name of ["uploads_per_hour", "max_unfinished_uploads"]) await saveSetting(data.path, "security", name, "0")
})
afterEach(() => void signal(bucket.pid!, "SIGCONT"))
afterAll(async () => {
  await server?.stop()
  bucket?.kill("SIGKILL")
  mail?.close()
  await data?.remove()
  await build?.remove()
})

/** Pages and calls that need neither service; returns the slowest (ms). */
const slowestOfTheRest = async (): Promise<number> => {
  let slowest = 0
  for (const path of ["/", "/category?sort=latest", "/api/v1/settings", "/api/v1/document/list?size=3", "/readyz"]) {
    const since = performance.now()
    expect([path, (await send(`${server.url}${path}`)).status]).toEqual([path, 200])
    slowest = Math.max(slowest, performance.now() - since)
  }
  return slowest
}
const inTransaction = () =>
  query<{ pid: number }>(
    data.path,
    "select pid from pg_stat_activity where state = 'idle in transaction' and now() - xact_start > interval '1 s'",
  )

/** Checks for as long as a service hangs that everything else answers, and that no transaction waits for it. */
const watchTheRest = async (meanwhile: (at: number) => void = () => undefined): Promise<void> => {
  let slowest = 0
  for (const end = performance.now() + hangMs; performance.now() < end;) {
    slowest = Math.max(slowest, await slowestOfTheRest())
    expect(await inTransaction()).toEqual([])
    meanwhile(performance.now())
    await new Promise((done) => setTimeout(done, lookMs))
  }
  expect(slowest).toBeLessThan(2_000 * patience)
}

test(
  "while the bucket hangs, uploads end with 503 and a sentence, no transaction waits for it, and everything else answers",
  limits,
  async () => {
    const before = await submit(server.url, person, attachmentOf(await upload(server.url, person, "先.txt", "先传的")), "先传的")
    await converted(server.url, before.uuid, person)
    await slowestOfTheRest()
    signal(bucket.pid!, "SIGSTOP")
    const since = performance.now()
    const pending = Array.from({ length: uploads }, (_, n) =>
      upload(server.url, person, `第${n}份.txt`, `第 ${n} 份 ${"字".repeat(2_000)}`),
    )
    const page = send(`${server.url}/view/page/${before.uuid}/1.svg?fresh=1`)
    const answeredMs = Promise.all([...pending, page]).then(() => performance.now() - since)
    // people go on trying, about once in ten seconds
    let triedAt = since
    await watchTheRest((at) => {
      if (at - triedAt < 10_000) return
      triedAt = at
      pending.push(upload(server.url, person, `又一份${at}.txt`, `又一份 ${at}`))
    })
    for (const reply of await Promise.all(pending)) {
      expect(reply.status).toBe(503)
      expect(reply.json).toMatchObject({ message: "文件存储暂时没有回应，请稍后再试" })
    }
    expect((await page).status === 200 || (await page).status === 503).toBe(true)
    expect(await answeredMs).toBeLessThan(40_000 * patience)
    // once it is known to be silent, it is refused at once
    const again = performance.now()
    expect((await upload(server.url, person, "再.txt", "再传一次")).status).toBe(503)
    expect(performance.now() - again).toBeLessThan(12_000 * patience)
    signal(bucket.pid!, "SIGCONT")
    const after = await until("uploads are stored again", async () => {
      const reply = await upload(server.url, person, "后.txt", "后传的")
      return reply.status === 200 && reply
    })
    expect(attachmentOf(after)).toBeGreaterThan(0)
    expect(await query(data.path, "select count(*)::int as n from blob_work where until > now()")).toEqual([{ n: 0 }])
  },
)

test("while the mail server hangs, a code that is requested is answered in time, and everything else answers", limits, async () => {
  const { port } = mail.address() as AddressInfo
  const settings = { enable: "true", host: "127.0.0.1", port: String(port), is_tls: "false", username: "a@example.org", password: "x" }
  for (const [name, value] of Object.entries(settings)) await saveSetting(data.path, "email", name, value)
  await saveSetting(data.path, "security", "enable_captcha_find_password", "false")
  const since = performance.now()
  const codes = Promise.all(
    Array.from({ length: 12 }, (_, n) => call(server.url, "POST /user/email/code", { email: `nobody${n}@example.org`, type: 2 })),
  )
  const answeredMs = codes.then(() => performance.now() - since)
  await watchTheRest()
  expect(await answeredMs).toBeLessThan(45_000 * patience)
})
