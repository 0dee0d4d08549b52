import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gunzipSync } from "node:zlib"
import { build } from "esbuild"
import { afterAll, beforeAll } from "vitest"
import type { ConversionEvent, ConversionInput, ConverterPort, ConvertedOutlineItem, PageResult } from "../converter.port"
import { createLocalConverter, type LocalConverterOptions } from "../local.converter"

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
/** Inside node_modules, so that the bundle resolves its external packages. */
const cache = join(folder, "../../../node_modules/.cache")

/** Bundles the child program like the build does. Resolves to its path and a function that removes it. */
export async function bundleChild(): Promise<{ script: string; remove(): Promise<void> }> {
  await mkdir(cache, { recursive: true })
  const outdir = await mkdtemp(join(cache, "converter-test-"))
  // readable for the user nobody, like a built program
  await chmod(outdir, 0o755)
  const entryPoints = [join(folder, "pdfium-child.ts")]
  await build({
    entryPoints,
    outdir,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    outExtension: { ".js": ".mjs" },
  })
  return { script: join(outdir, "pdfium-child.mjs"), remove: () => rm(outdir, { recursive: true, force: true }) }
}

export function localConverter(script: string, options: Partial<LocalConverterOptions> = {}): ReturnType<typeof createLocalConverter> {
  return createLocalConverter({ childScript: script, resources: join(folder, "resources"), ...options })
}

export type ConversionRun = {
  events: ConversionEvent[]
  pages: PageResult[]
  /** SVG sources in the order of `pages`. */
  svgs: string[]
  /** All text that a search would match. */
  text: string
  warnings: string[]
  outline: ConvertedOutlineItem[]
}

/** Creates a private folder with one file in it, which is removed after the callback. */
export async function withFile<T>(name: string, content: Buffer | string, work: (file: string, workDir: string) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), "converter-"))
  const workDir = join(root, "work")
  const file = join(root, name)
  try {
    await mkdir(workDir)
    await writeFile(file, content)
    return await work(file, workDir)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

export type RunOptions = Partial<
  Pick<ConversionInput, "maxPages" | "maxLength" | "timeoutMs" | "signal" | "waitingPages" | "drawnPages" | "ocr" | "turn" | "encoding">
>

/** Converts content under the given file name and collects everything. */
export function convertBytes(
  converter: ConverterPort,
  name: string,
  content: Buffer | string,
  options: RunOptions = {},
): Promise<ConversionRun> {
  return withFile(name, content, async (file, workDir) => {
    const events: ConversionEvent[] = []
    for await (const event of converter.convert({ file, ext: extname(name), workDir, maxPages: 0, timeoutMs: 60_000, ...options }))
      events.push(event)
    const pages = events.flatMap((event) => (event.type === "page" ? [event.result] : []))
    const texts = events.flatMap((event) => (event.type === "text" ? [event.text] : []))
    return {
      events,
      pages,
      svgs: pages.map(({ svg }) => gunzipSync(svg).toString("utf8")),
      text: [...pages.map((page) => page.text), ...texts].join("\n"),
      outline: events.flatMap((event) => (event.type === "outline" ? event.items : [])),
      warnings: events.flatMap((event) => (event.type === "warning" ? [event.message] : [])),
    }
  })
}

let program: Promise<string> | null = null
let shared: ReturnType<typeof localConverter> | null = null

/** Returns the path of the child program, bundled once for all test files of this process. */
export function childScript(): Promise<string> {
  return (program ??= bundleChild().then(({ script, remove }) => {
    // vitest ends a worker process by this signal
    process.once("SIGTERM", () => void Promise.all([remove(), closeSharedConverter()]).finally(() => process.exit()))
    return script
  }))
}

/** Closes the converter of `localConversions`, for a test that counts or kills the children of this process. The next file starts a new one. */
export async function closeSharedConverter(): Promise<void> {
  const closing = shared
  shared = null
  await closing?.close()
}

/** Creates a converter for one test file, whose children are then the only ones. It is ready when the tests run and closed after the last one. */
export function ownConverter(): () => ReturnType<typeof localConverter> {
  let converter: ReturnType<typeof localConverter>
  beforeAll(async () => {
    await closeSharedConverter()
    converter = localConverter(await childScript())
  })
  afterAll(() => converter.close())
  return () => converter
}

/** Conversions without options, by name and content. */
const cachedRuns = new Map<string, Promise<ConversionRun>>()

/**
 * Returns a function that converts content with a converter that the test files of this process share: finding LibreOffice and starting the
 * first child take a second. The same content is converted once, so a test must not change the result.
 */
export function localConversions(): (name: string, content: Buffer | string, options?: RunOptions) => Promise<ConversionRun> {
  const convert = async (name: string, content: Buffer | string, options?: RunOptions): Promise<ConversionRun> => {
    const script = await childScript()
    return convertBytes((shared ??= localConverter(script)), name, content, options)
  }
  return (name, content, options) => {
    if (options) return convert(name, content, options)
    const key = `${name} ${createHash("sha256").update(content).digest("hex")}`
    const run = cachedRuns.get(key) ?? convert(name, content)
    cachedRuns.set(key, run)
    return run
  }
}

export function inspectBytes(converter: ConverterPort, name: string, content: Buffer | string): Promise<void> {
  return withFile(name, content, (file) => converter.inspect(file, extname(name)))
}

/** Returns the command lines of this process's living children (Linux and macOS). */
export async function childCommands(): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "ppid=,stat=,args="])
  const childProcesses = stdout
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${process.pid} `))
  return childProcesses.filter((line) => /pdfium-child|soffice|bwrap/.test(line) && !/^\d+ Z/.test(line))
}
