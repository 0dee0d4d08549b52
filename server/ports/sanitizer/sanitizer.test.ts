import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, expect, test } from "vitest"
import { directSanitizer } from "./direct.sanitizer"
import { htmlLimits } from "./html-limits"
import { sanitizerSuite } from "./sanitizer.suite"
import { createThreadSanitizer } from "./thread.sanitizer"

const cache = join(import.meta.dirname, "../../../node_modules/.cache")
await mkdir(cache, { recursive: true })
/** Inside node_modules, so that the bundle finds its packages. */
const folder = await mkdtemp(join(cache, "sanitizer-test-"))
afterAll(() => rm(folder, { recursive: true, force: true }))
const script = join(folder, "html.worker.mjs")
await build({
  entryPoints: [join(import.meta.dirname, "html.worker.ts")],
  outfile: script,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
})

sanitizerSuite("on the calling thread", directSanitizer())
sanitizerSuite("in threads", createThreadSanitizer({ script }))

test("the calling thread is not blocked while the largest accepted text is parsed", { timeout: 20_000 }, async () => {
  const sanitizer = createThreadSanitizer({ script })
  const deep = "<b>".repeat(htmlLimits.depth - 1) + "</b>".repeat(htmlLimits.depth - 1)
  const html = deep.repeat(Math.floor(htmlLimits.tags / htmlLimits.depth / 2)) + "字".repeat(1_500_000)
  let longest = 0
  let last = performance.now()
  const pulse = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await sanitizer.sanitize("article", html).catch((error: unknown) => expect(error).toMatchObject({ reason: "complex" }))
  clearInterval(pulse)
  expect(longest).toBeLessThan(1_000)
  await sanitizer.close()
})

/** A program that hangs, eats memory or dies on request. */
const ill = `import { parentPort } from "node:worker_threads"
parentPort.on("message", ({ html }) => {
  if (html === "hang") for (;;);
  if (html === "eat") for (const eaten = []; ;) eaten.push(new Array(100_000).fill(1.5))
  if (html === "throw") throw new Error("ill")
  if (html === "exit") process.exit(0)
  parentPort.postMessage({ html, text: "" })
})`

test.each(["hang", "eat", "throw", "exit"])("a thread that does this is ended, and the next text gets a new one: %s", async (what) => {
  const program = join(folder, `ill-${what}.mjs`)
  await writeFile(program, ill)
  const sanitizer = createThreadSanitizer({ script: program, threads: 1, timeoutMs: 500, startMs: 1_000, memoryMb: 32, maxWaiting: 1 })
  const [first, second, third] = [what, "next", "one too many"].map((html) => sanitizer.sanitize("article", html))
  await expect(third).rejects.toMatchObject({ reason: "busy", message: "服务器正忙，请稍后再试" })
  await expect(first).rejects.toMatchObject({ reason: "complex" })
  expect((await second!).html).toBe("next")
  const late = sanitizer.sanitize("article", "hang")
  await Promise.all([expect(late).rejects.toMatchObject({ reason: "complex" }), sanitizer.close()])
  await expect(sanitizer.sanitize("article", "late")).rejects.toMatchObject({ reason: "busy" })
})
