import { spawn, type ChildProcess } from "node:child_process"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readPostmasterFile } from "../../server/db/embedded-orphans"
import { databaseUrl } from "../../server/wire/cluster"
import { freePort, type Running } from "../../scripts/lib/server.mjs"
import { bucketOf, openBucket } from "../../server/ports/storage/choose-storage"
import { takeBuild, type Build } from "./support/build"
import { bearer, register, send, sha256, until, type ClientUser } from "./support/client"
import { query } from "./support/database"
import { rawConnect, rawHead } from "./support/raw"
import { newDataFolder, preparedDataFolder, startSite, type DataFolder } from "./support/server"
import { attachmentIn, offsetOf, tusCreate, tusHead, tusLocation, tusPatch } from "./support/tus"

/* Two machines with one database and one bucket, each with a data folder of its own: any of them takes any chunk of an upload. */

let build: Build
let data: DataFolder
let other: DataFolder
let bucket: ChildProcess
let first: Running
let second: Running
let env: Record<string, string>
let person: ClientUser
const content = Buffer.from("任何一台机器都接得上的内容。\n".repeat(120_000))
const half = 3_000_000
const smallChunk = 300_000

const startSecond = async () => {
  const { socketDir, port } = readPostmasterFile(join(data.path, "postgres"))!
  const DATABASE_URL = databaseUrl({ host: socketDir, port, user: "doujia", database: "doujia" })
  second = await startSite({ main: build.main, dataDir: other.path, env: { ...env, DATABASE_URL, PROCESS_MODE: "web" } })
}
/** Returns the parts of an upload in the bucket. */
const partsOf = async (path: string): Promise<string[]> => {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY } = env
  const there = bucketOf({
    ...{ S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY },
    ...{ S3_REGION: "us-east-1", S3_PREFIX: "", S3_PATH_STYLE: true },
  })!
  const keys: string[] = []
  for await (const key of (await openBucket(there, other.path)).list(`parts/${path.split("/").at(-1)}`)) keys.push(key)
  return keys
}
const create = async (name: string, url = first.url) => tusLocation(await tusCreate(url, person, content.length, { filename: name }))
const storedAs = (id: number) =>
  query<{ sha256: string; name: string }>(data.path, "select sha256, name from attachment where id = $1", [id])

beforeAll(async () => {
  build = await takeBuild()
  data = await preparedDataFolder()
  other = await newDataFolder()
  const port = await freePort()
  bucket = spawn(process.execPath, [join(import.meta.dirname, "support/bucket.mjs"), String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await new Promise((done) => bucket.stdout!.once("data", done))
  env = {
    ...{ SAMPLES: "false", OUTGOING_ALLOW: "127.0.0.1", S3_BUCKET: "library", S3_ENDPOINT: `http://127.0.0.1:${port}` },
    ...{ S3_ACCESS_KEY: "S3RVER", S3_SECRET_KEY: "S3RVER", S3_PATH_STYLE: "true" },
  }
  first = await startSite({ main: build.main, dataDir: data.path, env })
  copyFileSync(join(data.path, "secret"), join(other.path, "secret"))
  await startSecond()
  person = await register(first.url, "mover")
})
afterAll(async () => {
  await second?.stop()
  await first?.stop()
  bucket?.kill("SIGKILL")
  await data?.remove()
  await other?.remove()
  await build?.remove()
})

test("an upload that began on one machine is continued and finished on the other, and both know its result", async () => {
  const path = await create("接力.txt")
  expect((await tusPatch(first.url, path, person, 0, content.subarray(0, half))).status).toBe(204)
  expect(await partsOf(path)).toHaveLength(1)
  const state = await tusHead(second.url, path, person)
  expect([state.status, offsetOf(state), state.headers["upload-length"]]).toEqual([200, half, String(content.length)])
  const done = await tusPatch(second.url, path, person, half, content.subarray(half))
  expect(done.status).toBe(204)
  expect(await storedAs(attachmentIn(done))).toEqual([{ sha256: sha256(content), name: "接力.txt" }])
  for (const { url } of [first, second]) {
    const again = await tusHead(url, path, person)
    expect([again.status, offsetOf(again), attachmentIn(again)]).toEqual([200, content.length, attachmentIn(done)])
  }
  expect(await partsOf(path)).toEqual([])
})

test("two machines that receive the same chunk at once make one file of it", async () => {
  const path = await create("同时.txt")
  const replies = await Promise.all([first, second].map(({ url }) => tusPatch(url, path, person, 0, content.subarray(0, half))))
  const statuses = replies.map(({ status }) => status)
  expect(statuses).toContain(204)
  // the other one is told that the upload is further, or that its connection was given up for the newer one
  for (const status of statuses) expect([204, 400, 409, 423]).toContain(status)
  const state = await tusHead(first.url, path, person)
  expect(offsetOf(state)).toBe(half)
  const ends = await Promise.all([first, second].map(({ url }) => tusPatch(url, path, person, half, content.subarray(half))))
  const ids = ends.filter(({ status }) => status === 204).map(attachmentIn)
  expect(ids.length).toBeGreaterThan(0)
  const [result] = await Promise.all([tusHead(second.url, path, person), tusHead(first.url, path, person)])
  expect(new Set([...ids, attachmentIn(result)]).size).toBe(1)
  expect(await storedAs(attachmentIn(result))).toEqual([{ sha256: sha256(content), name: "同时.txt" }])
})

test("an upload that is deleted on one machine is gone on the other, with its parts", async () => {
  const path = await create("不要了.txt")
  expect((await tusPatch(first.url, path, person, 0, content.subarray(0, half))).status).toBe(204)
  const reply = await send(`${second.url}${path}`, { method: "DELETE", headers: { "tus-resumable": "1.0.0", ...bearer(person) } })
  expect(reply.status).toBe(204)
  expect(await partsOf(path)).toEqual([])
  expect((await tusHead(first.url, path, person)).status).toBe(404)
})

test("killing the machine that receives a chunk loses nothing that was acknowledged", { timeout: 120_000 }, async () => {
  const path = await create("被打断.txt", second.url)
  // too small for a part of its own: it is rewritten with the next chunk
  expect((await tusPatch(second.url, path, person, 0, content.subarray(0, smallChunk))).status).toBe(204)
  const raw = await rawConnect(second.url)
  raw.write(
    rawHead(`PATCH ${path}`, {
      ...bearer(person),
      ...{ "tus-resumable": "1.0.0", "upload-offset": smallChunk, "content-type": "application/offset+octet-stream" },
      "content-length": content.length - smallChunk,
    }),
  )
  raw.write(content.subarray(smallChunk, half))
  const holder = () => query<{ holder: string }>(data.path, "select holder from unfinished_upload where id = $1", [path.split("/").at(-1)])
  await until("the chunk is being received", async () => (await holder())[0]?.holder !== "")
  await second.kill()
  raw.socket.destroy()
  // waits until the lease of the killed process has ended
  const state = await tusHead(first.url, path, person)
  expect([state.status, offsetOf(state)]).toEqual([200, smallChunk])
  const done = await tusPatch(first.url, path, person, smallChunk, content.subarray(smallChunk))
  expect(done.status).toBe(204)
  expect(await storedAs(attachmentIn(done))).toEqual([{ sha256: sha256(content), name: "被打断.txt" }])
  await startSecond()
  expect(attachmentIn(await tusHead(second.url, path, person))).toBe(attachmentIn(done))
})
