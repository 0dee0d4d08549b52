import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, expect, test } from "vitest"
import { directMatcher } from "./direct.matcher"
import { matcherSuite } from "./matcher.suite"
import { foldWord } from "./normal-text"
import { createThreadMatcher } from "./thread.matcher"

const cache = join(import.meta.dirname, "../../../node_modules/.cache")
await mkdir(cache, { recursive: true })
/** Inside node_modules, so that the bundle can resolve its packages. */
const folder = await mkdtemp(join(cache, "matcher-test-"))
afterAll(() => rm(folder, { recursive: true, force: true }))
const script = join(folder, "matcher.worker.mjs")
await build({
  entryPoints: [join(import.meta.dirname, "matcher.worker.ts")],
  outfile: script,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
})

matcherSuite("on the calling thread", directMatcher())
matcherSuite("in a thread", createThreadMatcher({ script }))

test("words that differ only in what makes no difference are the same word", () => {
  expect(foldWord("代開 發.票 ＶＩＰ1")).toBe(foldWord("代开发票vipl"))
  expect(foldWord("。 ，")).toBe("")
})

test("a thread that takes too long fails its task only, and a closed one takes none", async () => {
  const matcher = createThreadMatcher({ script, timeoutMs: 1 })
  await expect(matcher.compile([{ word: "发票", homophone: true }])).rejects.toThrow("too long")
  await matcher.close()
  await expect(matcher.compile([])).rejects.toThrow()
})
