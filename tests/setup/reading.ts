import { gunzipSync, gzipSync } from "node:zlib"
import type {
  ConversionEvent,
  ConversionInput,
  ConverterPort,
  ConvertedOutlineItem,
  ConvertedPageLink,
  PageResult,
  PageTextRun,
} from "../../server/ports/converter/converter.port"
import { createFakeConverter } from "../../server/ports/converter/fake.converter"
import { libraryOf } from "./library"
import { testApp, until, type Overrides, type TestUser, type TestApp } from "./test-app"

/* Shared by the tests of reading: documents whose pages contain what a test needs, and functions that wait for them. */

export type Script = {
  pages: string[]
  outline?: ConvertedOutlineItem[]
  textLayer?: boolean
  links?: Record<number, ConvertedPageLink[]>
  /** sheets of two blocks each: the text of the only cell in each block */
  sheets?: string[]
  /** a picture in the second row of each block of the sheets, which says the block's number */
  pictures?: true
  recognized?: Record<number, string>
  warnings?: (string | { message: string; staffOnly: true })[]
  noCopy?: boolean
  fail?: Error
  hold?: Promise<void>
}

const a4 = { width: 595, height: 842 }
/** Returns the text layer: one run per line, ten points per character. */
const textLayerOf = (text: string): PageTextRun[] =>
  text.split("\n").map((line, n) => [line, 50, 60 + 20 * n, 10 * line.length, 16] as const)

/**
 * Converts a file whose first line is a name in `scripts` as the script says, and every other file as the fake does. `begun` contains the
 * scripts in the order in which they started.
 */
export const scriptedConverter = () => {
  const scripts = new Map<string, Script>()
  const conversions: ConversionInput[] = []
  const begun: Script[] = []
  const fake = createFakeConverter({ pages: 3 })
  const converter: ConverterPort = {
    inspect: (file, ext) => fake.inspect(file, ext),
    capabilities: () => fake.capabilities(),
    titleCover: (input) => fake.titleCover(input),
    recropCover: (webp) => fake.recropCover(webp),
    thickenPage: (svg) => fake.thickenPage(svg),
    close: () => fake.close(),
    convert: async function* (input): AsyncGenerator<ConversionEvent> {
      conversions.push(input)
      const { readFile } = await import("node:fs/promises")
      const name = (await readFile(input.file, "utf8")).split("\n", 1)[0] ?? ""
      const script = scripts.get(name)
      if (!script) return yield* fake.convert(input)
      begun.push(script)
      await script.hold
      if (script.fail) throw script.fail
      yield { type: "opened", pages: script.pages.length, engine: "text", noCopy: script.noCopy }
      for (const message of script.warnings ?? []) yield { type: "warning", ...(typeof message === "string" ? { message } : message) }
      if (script.outline) yield { type: "outline", items: script.outline }
      const length = Math.min(input.maxLength || script.pages.length, script.pages.length)
      const last = input.maxPages > 0 ? Math.min(input.maxPages, length) : length
      for (const [at, text] of script.pages.slice(0, length).entries()) {
        await input.turn?.next()
        const page = at + 1
        if (page > last) {
          yield { type: "text", page, text }
          continue
        }
        const drawn = await firstPage(fake, input)
        const textLayer = script.textLayer === false ? [] : textLayerOf(text)
        yield { type: "page", result: { ...drawn, page, text, textLayer, links: script.links?.[page] ?? [], ...a4 } }
        if (page === 1) yield { type: "cover", webp: Buffer.from(`cover of ${name}`), width: 420, height: 594, faint: false }
      }
      yield* sheetsOf(script.sheets ?? [], script.pictures ?? false)
      for (const [page, text] of Object.entries(script.recognized ?? {}))
        yield { type: "recognized", page: Number(page), text, textLayer: textLayerOf(text) }
    },
  }
  return { converter, scripts, asked: conversions, begun }
}

/** Generates two blocks per sheet, which is named after its texts. */
function* sheetsOf(texts: string[], drawn: boolean): Generator<ConversionEvent> {
  if (!texts.length) return
  const look = { columns: 1, widths: [80], height: 20, heights: [[51, 40]] as [number, number][], frozen: { rows: 1, columns: 0 } }
  const sheets = []
  for (let at = 0; at < texts.length; at += 2) {
    const both = texts.slice(at, at + 2)
    for (const [n, text] of both.entries())
      yield { type: "rows", block: at + n + 1, rows: gzipSync(JSON.stringify([[n * 50, [[0, text, 0]]]])) }
    const pictures = both.map((_, n) => ({ number: at + n + 1, block: at + n + 1, x: 10, y: 20 + 1000 * n, width: 40, height: 30 }))
    if (drawn)
      for (const { number, block } of pictures)
        yield {
          type: "pictures",
          block,
          pictures: gzipSync(JSON.stringify([[number, Buffer.from(`picture ${block}`).toString("base64")]])),
        }
    const rows = (both.length - 1) * 50 + 1
    sheets.push({
      ...look,
      ...(drawn && { pictures }),
      name: both[0]!,
      rows,
      first: at + 1,
      merges: [[rows - 1, 0, 1, 2]] as [number, number, number, number][],
    })
  }
  yield { type: "sheets", book: { styles: [{}], sheets }, blocks: texts.length }
}

const firstPage = async (fake: ConverterPort, input: ConversionInput): Promise<PageResult> => {
  for await (const event of fake.convert({ ...input, maxPages: 1 })) if (event.type === "page") return event.result
  throw new Error("the fake drew nothing")
}

let count = 0

/** Submits a file that is converted as the script says; waits until it is settled unless `wait` is false. */
export const readingOf = (app: TestApp, { scripts }: ReturnType<typeof scriptedConverter>) => {
  const row = async (uuid: string) =>
    (await app.database.pool.query("select * from document where uuid = $1", [uuid])).rows[0] as {
      id: string
      status: number
      version: number
      sha256: string
      convert_error: string
      convert_deaths: number
      attachment_id: string
      pages: number
      converted_pages: number
      preview: number
      score: number
      score_count: number
      view_count: number
      ext: string
      size: string
    }
  const settled = (uuid: string) =>
    until(async () => {
      const now = await row(uuid)
      return [2, 3].includes(now.status) && now
    })
  const fileOf = (as: TestUser, script: Script, name = "文件.txt") => {
    const key = `script ${++count} ${Math.random()}`
    scripts.set(key, script)
    return app.file(as, name, `${key}\n${"正文".repeat(50)}`)
  }
  const submit = async (
    as: TestUser,
    title: string,
    script: Script,
    {
      wait = true,
      name,
      ...more
    }: { wait?: boolean; name?: string; price?: number; is_vip?: boolean; keywords?: string; category_id?: number[] } = {},
  ) => {
    const attachment_id = await fileOf(as, script, name)
    const { category_id, ...item } = more
    const reply = await app.call("POST /document", { category_id, document: [{ attachment_id, title, ...item }] }, as)
    if (!reply.ok) throw new Error(reply.message)
    const made = reply.data.document[0]!
    if (wait) await settled(made.uuid)
    return made
  }
  const wordsStored = async (uuid: string, page: number) => {
    const { sha256, version } = await row(uuid)
    const packed = await app.storage.read(`pages/${sha256.slice(0, 2)}/${sha256}/v${version}/${page}.words.gz`)
    return packed ? (JSON.parse(gunzipSync(packed).toString("utf8")) as PageTextRun[]) : null
  }
  /** Changes a row without the API, and announces it as a use case does. */
  const change = async (uuid: string, values: string) => {
    await app.database.pool.query(`update document set ${values} where uuid = $1`, [uuid])
    app.pageAccess.forget(uuid)
  }
  return { row, settled, fileOf, submit, wordsStored, change }
}

/**
 * Creates a complete back end whose documents contain what a test needs, with workers that convert them, two users and the administrator.
 */
export const readingApp = async ({ workers = 1, ...overrides }: Overrides & { workers?: number } = {}) => {
  const scripted = scriptedConverter()
  const app = await testApp({ converter: scripted.converter, ...overrides })
  await app.startWorkers(workers)
  const [owner, other, admin] = [await app.person(), await app.person(), await app.admin()]
  return { app, scripted, library: libraryOf(app), read: readingOf(app, scripted), owner, other, admin }
}
