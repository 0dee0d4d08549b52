import { afterAll, beforeAll, expect, test } from "vitest"
import { makePdf, textPage } from "../../server/ports/converter/testing/pdf.fixture"
import { databaseUrl } from "../../server/wire/cluster"
import { readPostmasterFile } from "../../server/db/embedded-orphans"
import type { Running } from "../../scripts/lib/server.mjs"
import { join } from "node:path"
import { statSync } from "node:fs"
import { networkInterfaces } from "node:os"
import { patience } from "../setup/patience"
import { takeBuild, type Build } from "./support/build"
import { attachmentOf, converted, register, send, submit, until, upload } from "./support/client"
import { query } from "./support/database"
import { newDataFolder, preparedDataFolder, startSite, type DataFolder } from "./support/server"

/* Two processes on one database: one is killed while it converts, and the other takes over. */

let build: Build
let data: DataFolder
let other: DataFolder
let first: Running
let second: Running
const pages = 150

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder()
  other = await newDataFolder()
  // the first process runs the database and serves; the workers are processes of their own
  first = await startSite({ main: build.main, dataDir: data.path, env: { SAMPLES: "false", CONVERT_CONCURRENCY: "1" } })
})
afterAll(async () => {
  await second?.stop()
  await first?.stop()
  await data?.remove()
  await other?.remove()
  await build?.remove()
})

test("the documents of a killed worker go on within 15 seconds, at the page that they had reached", { timeout: 400_000 }, async () => {
  const { socketDir, port } = readPostmasterFile(join(data.path, "postgres"))!
  const env = {
    DATABASE_URL: databaseUrl({ host: socketDir, port, user: "doujia", database: "doujia" }),
    SAMPLES: "false",
    PROCESS_MODE: "worker",
    HOST: "0.0.0.0",
    CONVERT_CONCURRENCY: "1",
  }
  second = await startSite({ main: build.main, dataDir: data.path, env })
  // a worker serves health and metrics alone, and only to this machine
  expect((await send(`${second.url}/readyz`)).status).toBe(200)
  for (const path of ["/", "/api/v1/settings", "/category"]) expect((await send(`${second.url}${path}`)).status).toBe(404)
  const outside = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)
  if (outside) await expect(send(`http://${outside.address}:${second.port}/readyz`)).rejects.toThrow(/ECONNREFUSED/)
  const person = await register(first.url, "killer")
  const workerOf = async (uuid: string) =>
    (
      await query<{ convert_worker: string; status: number }>(data.path, "select convert_worker, status from document where uuid = $1", [
        uuid,
      ])
    )[0]!
  // a document that the second process works on
  let uuid = ""
  for (let n = 0; !uuid && n < 20; n++) {
    const pdf = makePdf(Array.from({ length: pages }, (_, at) => textPage(`page ${at} of ${n}`, "章节 ".repeat(10))))
    const made = await submit(first.url, person, attachmentOf(await upload(first.url, person, `长${n}.pdf`, pdf)), `长文档 ${n}`)
    const worker = await until("a worker", async () => (await workerOf(made.uuid)).convert_worker)
    if (worker.startsWith("doujia worker ")) uuid = made.uuid
  }
  const stored = async () =>
    (
      await query<{ page: number; key: string }>(
        data.path,
        `select page, 'pages/' || left(p.sha256, 2) || '/' || p.sha256 || '/v' || p.version || '/' || page || '.gzip.svg' as key
         from page p join document d on d.sha256 = p.sha256 and d.version = p.version where d.uuid = $1 and kind <> '' and page > 1`,
        [uuid],
      )
    ).map(({ key }) => join(data.path, key))
  await until("some pages", async () => (await stored()).length >= 10)
  await second.kill()
  const before = (await stored()).map((path) => ({ path, mtime: statSync(path).mtimeMs }))
  const since = performance.now()
  await until("another process goes on", async () => (await workerOf(uuid)).convert_worker.startsWith("doujia all "), 30_000)
  await until("a new page", async () => (await stored()).length > before.length, 30_000)
  const took = performance.now() - since
  expect(took).toBeLessThan(15_000 * patience)
  await converted(first.url, uuid, person, 120_000)
  expect(await stored()).toHaveLength(pages - 1)
  // no page that the killed worker had stored was drawn again
  expect(before.filter(({ path, mtime }) => statSync(path).mtimeMs !== mtime)).toEqual([])
})
