import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { Analyser } from "./analyser"
import { directAnalyser } from "./direct-analyser"
import { entryOf } from "./search.suite"
import { threadAnalyser } from "./thread-analyser"

const root = join(import.meta.dirname, "../../..")
let folder: string
let analyser: Analyser
const onError = vi.fn()
beforeAll(async () => {
  // Inside node_modules, so that the bundle can resolve its packages.
  await mkdir(join(root, "node_modules/.cache"), { recursive: true })
  folder = await mkdtemp(join(root, "node_modules/.cache/text-worker-"))
  const outfile = join(folder, "text.worker.mjs")
  const entryPoints = [join(root, "server/ports/search/text.worker.ts")]
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", packages: "external" })
  analyser = threadAnalyser(outfile, onError)
})
afterAll(async () => {
  await analyser.close()
  await rm(folder, { recursive: true, force: true })
})

test("a thread prepares texts like the calling thread, several at once", async () => {
  const entry = entryOf(1, { title: "字体设置 Linux", pages: ["資料庫"] })
  const [analysed, words, same] = await Promise.all([analyser.analyse(entry), analyser.cut("机器学习"), directAnalyser().analyse(entry)])
  expect(analysed).toEqual(same)
  expect(words).toEqual(["机器", "学习"])
  expect(onError).not.toHaveBeenCalled()
})

test("texts waiting at shutdown are rejected, and nothing hangs", async () => {
  const waiting = analyser.cut("字".repeat(1_000))
  const refused = expect(waiting).rejects.toThrow("closed")
  await analyser.close()
  await refused
  expect(await analyser.cut("机器学习")).toEqual(["机器", "学习"])
})
