import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readdirSync } from "node:fs"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, request, type Server } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { compress } from "../wire/compressed"
import { readLent } from "./lent-file"
import { createPageCache } from "./page-cache"
import { createPageDisk } from "./page-disk"

let folder = ""
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "lent-file-"))))
afterAll(() => rm(folder, { recursive: true, maxRetries: 10, retryDelay: 200 }))

const file = async (content: Buffer): Promise<string> => {
  const path = join(folder, randomBytes(8).toString("hex"))
  await writeFile(path, content)
  return path
}

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])("a file of %i bytes is read completely", async (length) => {
  const content = randomBytes(length)
  const path = await file(content)
  const [one, two] = await Promise.all([readLent(path), readLent(path)])
  expect(one!.bytes.equals(content) && two!.bytes.equals(content)).toBe(true)
  one!.release()
  two!.release()
})

test("a missing file, or a folder, is null", async () => {
  expect(await readLent(join(folder, "none"))).toBe(null)
  expect(await readLent(folder)).toBe(null)
})

test("a buffer has one borrower at a time, even if it is released twice", async () => {
  const contents = Array.from({ length: 8 }, () => randomBytes(1_000))
  const paths = await Promise.all(contents.map(file))
  const first = (await readLent(paths[0]!))!
  first.release()
  first.release()
  const others = await Promise.all(paths.map(readLent))
  for (const [n, content] of contents.entries()) expect(others[n]!.bytes.equals(content)).toBe(true)
})

test("thousands of reads at once open few files, because a process may have only 1,024", async () => {
  const path = await file(randomBytes(1_000))
  const before = readdirSync("/dev/fd").length
  let most = 0
  let ended = false
  const reads = Promise.all(Array.from({ length: 3_000 }, () => readLent(path))).finally(() => (ended = true))
  while (!ended) {
    most = Math.max(most, readdirSync("/dev/fd").length - before)
    await new Promise(setImmediate)
  }
  expect((await reads).filter((lent) => lent?.bytes.length !== 1_000)).toEqual([])
  expect(most).toBeLessThan(100)
})

/** Pages with random content, on disk, behind a server that caches nothing in memory. */
const pages = 60
const startSite = async () => {
  const options = { folder, generation: "g", megabytes: 256, reserve: 0, onError: (error: unknown) => expect(error).toBe(undefined) }
  const disk = createPageDisk(options)
  const texts = new Map(Array.from({ length: pages }, (_, n) => [`/document/d${n}`, randomBytes(12_000).toString("hex")]))
  await new Promise((done) => setTimeout(done, 5))
  const cache = createPageCache({
    megabytes: 0,
    listSeconds: () => 30,
    itemSeconds: () => 3_600,
    disk,
    count: () => undefined,
    render: () => Promise.reject(new Error("everything is on disk")),
  })
  await new Promise((done) => setTimeout(done, 5))
  for (const [path, text] of texts) {
    const page = await compress(200, { "content-type": "text/html" }, Buffer.from(text))
    await disk.keep(`${path} `, { page, renderedAt: Date.now(), snapshotXmin: 0, freshUntil: Date.now() + 60_000, dependencies: [] })
  }
  const server = createServer((req, res) => {
    const path = req.url!
    void Promise.resolve(cache.lookup({ key: `${path} `, path, url: path, headers: {} }, () => true)).then((page) =>
      cache.send(page!, req, res),
    )
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { server, texts: [...texts] }
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

/** Requests many pages at once and reads nothing until `read` is called, so the responses wait in the server. */
const slowVisitor = async (server: Server, paths: string[]) => {
  const socket = connect(portOf(server), "127.0.0.1")
  await once(socket, "connect")
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\naccept-encoding: gzip\r\n\r\n`).join(""))
  const read = async (): Promise<string[]> => {
    const parts: Buffer[] = []
    socket.on("data", (part: Buffer) => void parts.push(part))
    let answers: string[] = []
    const isWhole = (answer = "") => bodyOf(answer).length === Number(/content-length: (\d+)/.exec(answer)?.[1])
    const come = () => {
      answers = Buffer.concat(parts).toString("latin1").split("HTTP/1.1 200 OK").slice(1)
      return answers.length === paths.length && isWhole(answers.at(-1))
    }
    await expect.poll(come, { timeout: 20_000 }).toBe(true)
    socket.destroy()
    return answers.map((answer) => unzipped(bodyOf(answer)))
  }
  return { read }
}
const bodyOf = (answer: string): Buffer => Buffer.from(answer.slice(answer.indexOf("\r\n\r\n") + 4), "latin1")
const unzipped = (body: Buffer): string => {
  try {
    return String(gunzipSync(body))
  } catch {
    return "torn"
  }
}

test("pages from disk are sent completely: to many at once, beside aborted visits, and to slow readers", async () => {
  const { server, texts } = await startSite()
  const requests = Array.from({ length: 600 }, (_, n) => texts[(n * 7) % pages]!)
  const paths = requests.map(([path]) => path)
  const slow = await Promise.all(Array.from({ length: 6 }, () => slowVisitor(server, paths)))

  const leave = async ([path]: [string, string]) => {
    const going = request({ port: portOf(server), path, headers: { "accept-encoding": "br" } })
    going.on("error", () => undefined).end()
    await new Promise((done) => setTimeout(done, 1))
    going.destroy()
  }
  const read = async ([path, text]: [string, string]) => {
    const answer = await fetch(`http://127.0.0.1:${portOf(server)}${path}`)
    return answer.status === 200 && (await answer.text()) === text
  }
  for (let at = 0; at < requests.length; at += 30) {
    const some = requests.slice(at, at + 30)
    const [whole] = await Promise.all([Promise.all(some.map(read)), ...some.slice(0, 5).map(leave)])
    expect(whole).toEqual(some.map(() => true))
  }
  for (const visitor of slow) {
    const bodies = await visitor.read()
    expect(bodies.flatMap((body, n) => (body === requests[n]![1] ? [] : [n]))).toEqual([])
  }
  server.close()
}, 60_000)
