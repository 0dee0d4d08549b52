import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { randomBytes, randomUUID } from "node:crypto"
import { mkdtemp, readdir, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { copyFiles } from "../../server/modules/library/files/copy.usecases"
import { diskStorage } from "../../server/ports/storage/disk.storage"
import { memoryStorage } from "../../server/ports/storage/memory.storage"
import { examineBucket, s3Storage, type Bucket } from "../../server/ports/storage/s3.storage"
import { storageSuite } from "../../server/ports/storage/storage.suite"
import { startS3 } from "../setup/s3"

/* Storage in a bucket, against an S3-compatible server; moving files between the data folder and a bucket. */

let bucket: Bucket
let end: () => Promise<void>
let folder: string
beforeAll(async () => {
  ;({ bucket, end } = await startS3())
  folder = await mkdtemp(join(tmpdir(), "fetched-"))
})
afterAll(() => end())
const fresh = () => s3Storage({ ...bucket, prefix: `site-${randomUUID()}/` }, folder)

storageSuite("storage in a bucket", async () => fresh())

test("a temporary copy for programs keeps the file name, and is deleted after use", async () => {
  const storage = fresh()
  await storage.put("files/ab/one.docx", Buffer.from("x"), true)
  const copy = await storage.onDisk("files/ab/one.docx")
  expect(basename(copy!.path)).toBe("one.docx")
  await copy!.done()
  expect(await readdir(folder)).toEqual([])
})

test("two sites share a bucket without seeing each other", async () => {
  const [storage, other] = [fresh(), fresh()]
  const keys = Array.from({ length: 40 }, (_, n) => `pages/aa/x/v1/${n}.gzip.svg`)
  for (const key of keys) await storage.put(key, Buffer.from("p"), false)
  await other.put("pages/aa/x/v1/other.gzip.svg", Buffer.from("o"), false)
  const listedKeys: string[] = []
  for await (const key of storage.list("pages/aa/x")) listedKeys.push(key)
  expect(new Set(listedKeys)).toEqual(new Set(keys))
  await storage.removeAll("pages/aa/x")
  expect([await storage.size(keys[7]!), await other.size("pages/aa/x/v1/other.gzip.svg")]).toEqual([null, 1])
})

test("a list continues after the first response of the service", async () => {
  const part = (keys: string[], next: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${next !== ""}</IsTruncated>` +
    `${next && `<NextContinuationToken>${next}</NextContinuationToken>`}${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join("")}</ListBucketResult>`
  const service = createServer((req, res) => {
    const query = new URL(req.url ?? "", "http://x").searchParams
    const first = query.get("continuation-token") === null
    res.writeHead(200, { "content-type": "application/xml" })
    res.end(
      first
        ? part(["site/files/a", "site/files/b"], "go+on/==")
        : query.get("continuation-token") === "go+on/=="
          ? part(["site/files/c"], "")
          : "",
    )
  }).listen(0, "127.0.0.1")
  await once(service, "listening")
  const storage = s3Storage({ ...bucket, endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}` }, folder)
  const listedKeys: string[] = []
  for await (const key of storage.list("files")) listedKeys.push(key)
  expect(listedKeys).toEqual(["files/a", "files/b", "files/c"])
  service.closeAllConnections()
  service.close()
})

test("a bucket error is reported, and no error is treated as a missing file", async () => {
  expect(await examineBucket(bucket)).toBeNull()
  expect(await examineBucket({ ...bucket, bucket: "nothing" })).not.toBeNull()
  const nowhere = s3Storage({ ...bucket, bucket: "nothing" }, folder)
  await expect(nowhere.read("files/ab/one.pdf")).rejects.toThrow()
  await expect(nowhere.put("files/ab/one.pdf", Buffer.from("x"), true)).rejects.toThrow()
  const refused = s3Storage({ ...bucket, accessKeyId: "UNKNOWN" }, folder)
  await expect(refused.put("files/ab/one.pdf", Buffer.from("x"), true)).rejects.toThrow()
})

const large = randomBytes(3 * 1024 * 1024)
const sha = (hex: string) => hex.repeat(64).slice(0, 64)

test("files move from the data folder to a bucket and back, checked by hash; a second run copies nothing", async () => {
  const root = await mkdtemp(join(tmpdir(), "disk-"))
  const [disk, s3] = [diskStorage(root), fresh()]
  await disk.put("pages/ab/x/v1/1.gzip.svg", large, false)
  for (const name of ["uploads/a/b/c/d/e/x.png", "sitemap/manifest.json"]) await disk.put(name, Buffer.from(name), false)
  await writeFile(join(root, "secret"), "stays at home")
  const there = { from: disk, to: s3, folder }
  expect(await copyFiles(there)).toMatchObject({ copied: 3, same: 0, faults: [] })
  expect((await s3.read("pages/ab/x/v1/1.gzip.svg"))!.equals(large)).toBe(true)
  expect(await s3.read("secret")).toBeNull()
  expect(await copyFiles(there)).toMatchObject({ copied: 0, same: 3, bytes: 0 })
  await s3.put("sitemap/manifest.json", Buffer.from("sitemap/manifest.jsoN"), false)
  expect(await copyFiles(there)).toMatchObject({ copied: 1, same: 2 })
  const second = diskStorage(await mkdtemp(join(tmpdir(), "disk-")))
  expect(await copyFiles({ from: s3, to: second, folder })).toMatchObject({ copied: 3, faults: [] })
  expect(await second.read("uploads/a/b/c/d/e/x.png")).toEqual(Buffer.from("uploads/a/b/c/d/e/x.png"))
})

test("a damaged or differing file is reported; the other files are copied", async () => {
  const [from, to] = [memoryStorage(), memoryStorage()]
  await from.put(`files/aa/${sha("a")}.pdf`, Buffer.from("not what its name says"), false)
  await from.put("images/x.png", Buffer.from("fine"), false)
  await from.put("pages/cut.svg", Buffer.from("cut on the way"), false)
  const cutting = {
    ...to,
    take: (key: string, path: string) => (key === "pages/cut.svg" ? to.put(key, Buffer.from("cut"), false) : to.take(key, path, false)),
  }
  const { copied, faults } = await copyFiles({ from, to: cutting, folder })
  faults.sort((a, b) => a.key.localeCompare(b.key))
  expect([copied, faults.map(({ key }) => key)]).toEqual([1, [`files/aa/${sha("a")}.pdf`, "pages/cut.svg"]])
  expect(faults[0]!.reason).toContain("已损坏")
  expect(faults[1]!.reason).toContain("不一致")
  expect(await to.read("images/x.png")).toEqual(Buffer.from("fine"))
  expect(await readdir(folder)).toEqual([])
})
