import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { pooledHashing, threadHashing, type Hashing } from "./hashing-threads"

const root = join(import.meta.dirname, "../..")
const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 }
let folder: string
const errors: string[] = []
const opened: Hashing[] = []
const threads = (script = "hashing.worker.mjs") => {
  const one = threadHashing(join(folder, script), (error) => errors.push(error.message))
  opened.push(one)
  return one
}

beforeAll(async () => {
  // below the project, so that the bundle resolves its packages
  await mkdir(join(root, "node_modules/.cache"), { recursive: true })
  folder = await mkdtemp(join(root, "node_modules/.cache/hashing-"))
  await build({
    entryPoints: [join(root, "server/security/hashing.worker.ts")],
    outfile: join(folder, "hashing.worker.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  })
  await writeFile(
    join(folder, "broken.mjs"),
    `import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(1))`,
  )
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each([
  ["in the pool", () => pooledHashing()],
  ["in threads", () => threads()],
])("hashing %s", (_, make) => {
  test("a hash matches its password only, and a damaged hash none", async () => {
    const hashing = make()
    const stored = await hashing.hash("correct horse 7", cost)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(await Promise.all([hashing.verify(stored, "correct horse 7"), hashing.verify(stored, "wrong")])).toEqual([true, false])
    expect(await hashing.verify("$argon2id$broken", "x")).toBe(false)
  })
})

test("many at once do not mix", async () => {
  const hashing = threads()
  const stored = await Promise.all(Array.from({ length: 6 }, (_, n) => hashing.hash(`password ${n}`, cost)))
  const right = await Promise.all(stored.map((one, n) => hashing.verify(one, `password ${n}`)))
  const wrong = await Promise.all(stored.map((one, n) => hashing.verify(one, `password ${n + 1}`)))
  expect([right.every(Boolean), wrong.some(Boolean)]).toEqual([true, false])
})

test("a thread that ends fails its own task and is reported", async () => {
  await expect(threads("broken.mjs").hash("x", cost)).rejects.toThrow("ended")
  expect(errors).toContain("a thread that computes hashes ended")
})
