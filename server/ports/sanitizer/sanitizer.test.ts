import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"
import { afterAll, expect, test } from "vitest"
import { directSanitizer } from "./direct.sanitizer"
import { htmlLimits } from "./html-limits"
import { sanitizerSuite } from "./sanitizer.suite"
import { createThreadSanitizer, type Stopped } from "./thread.sanitizer"
import { patience } from "../../../tests/setup/patience"

const cache = join(import.meta.dirname, "../../../node_modules/.cache")
await mkdir(cache, { recursive: true })
/** Inside node_modules, so that the bundle can resolve its packages. */
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

test("the calling thread is not blocked while the largest accepted text is parsed [security: parse-freeze, 15.2.2]", async () => {
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
  expect(longest).toBeLessThan(1_000 * patience)
  await sanitizer.close()
})

/** A program that hangs, exhausts memory or crashes on request. */
const ill = `import { parentPort } from "node:worker_threads"
parentPort.postMessage("ready")
parentPort.on("message", ({ html }) => {
  if (html === "hang") for (;;);
  if (html === "eat") for (const eaten = []; ;) eaten.push(new Array(100_000).fill(1.5))
  if (html === "throw") throw new Error("ill")
  if (html === "exit") process.exit(0)
  parentPort.postMessage({ html, text: "" })
})`

test.each(["hang", "eat", "throw", "exit"])(
  "a thread that does this is terminated, and the next text gets a new one: %s [security: parse-freeze]",
  async (what) => {
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
  },
)

test("slow texts of one user delay no other user: each owner has one thread at a time", async () => {
  const program = join(folder, "slow.mjs")
  await writeFile(program, ill)
  const stopped: Stopped[] = []
  const sanitizer = createThreadSanitizer({
    script: program,
    timeoutMs: 400,
    startMs: 5_000,
    maxWaitingEach: 3,
    onStopped: (one) => stopped.push(one),
  })
  // Both threads have started, so the times below measure only the texts.
  await Promise.all([sanitizer.sanitize("article", "a"), sanitizer.sanitize("article", "b")])
  const nasty = Array.from({ length: 5 }, () => sanitizer.sanitize("article", "hang", "u1").catch((error: unknown) => error))
  expect(await nasty[4]).toMatchObject({ reason: "busy" })
  for (let turn = 0; turn < 5; turn++) {
    const begun = performance.now()
    expect(await sanitizer.sanitize("article", `${turn}`, "u2")).toEqual({ html: `${turn}`, text: "" })
    expect(performance.now() - begun).toBeLessThan(300 * patience)
  }
  expect(await nasty[0]).toMatchObject({ reason: "complex" })
  expect(stopped[0]).toMatchObject({ kind: "article", letters: 4, thread: expect.any(Number) })
  expect(stopped[0]!.ms).toBeGreaterThanOrEqual(390)
  await sanitizer.close()
  expect(await Promise.all(nasty.slice(2, 4))).toMatchObject([{ reason: "busy" }, { reason: "busy" }])
})
