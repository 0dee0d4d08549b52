import { decode } from "iconv-lite"
import { readFile, stat } from "node:fs/promises"
import { gunzipSync, gzipSync } from "node:zlib"
import {
  type Capability,
  ConversionError,
  type ConversionEvent,
  type ConversionInput,
  conversionMessages,
  type ConversionReason,
  type ConverterPort,
  type PageResult,
} from "./converter.port"
import type { Cover } from "./cover-webp"
import { PageOrder } from "./page-order"
import { withInk } from "./pdf/ink-sheet"
import type { TitleCover } from "./title-cover"
import { endlessTurn } from "./turn"
import { escapeXml, svgOpen, whitePaper } from "./svg"

const A4 = { width: 595, height: 842 }
/** A WebP of one white pixel. */
const DOT = Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vv9UAA=", "base64")

const cover = { webp: DOT, width: 420, height: 594, faint: false }

export type FakeConverterOptions = {
  /** Number of pages of every document; 3 by default. */
  pages?: number
  capabilities?: Capability[]
  /** Renders title covers, like a machine with Chinese fonts; their bytes contain the title. */
  titleCovers?: boolean
}

/** Returns the reason from a file whose first line is "FAIL <reason>". */
function orderedFailure(text: string): ConversionReason | null {
  const word = /^FAIL (\w+)/.exec(text)?.[1] ?? ""
  return word in conversionMessages ? (word as ConversionReason) : null
}

/** A converter whose pages contain their number and the file's first line. Starts no process. */
class FakeConverter implements ConverterPort {
  constructor(private readonly options: FakeConverterOptions) {}

  async inspect(file: string): Promise<void> {
    if ((await stat(file)).size === 0) throw new ConversionError("empty")
  }

  async *convert(input: ConversionInput): AsyncGenerator<ConversionEvent> {
    const { file, encoding, maxPages, maxLength, signal, waitingPages = () => [], drawnPages = [], turn = endlessTurn } = input
    signal?.throwIfAborted()
    await this.inspect(file)
    const firstLine = decode(await readFile(file), encoding || "utf8").split("\n", 1)[0] ?? ""
    const failure = orderedFailure(firstLine)
    if (failure) throw new ConversionError(failure)

    const { pages = 3 } = this.options
    yield { type: "opened", pages, engine: "text" }
    const length = maxLength ? Math.min(maxLength, pages) : pages
    const last = maxPages > 0 ? Math.min(maxPages, length) : length
    await turn.next()
    const order = new PageOrder(last, waitingPages, drawnPages)
    for (let page = order.next(); page !== null; page = order.next()) {
      signal?.throwIfAborted()
      yield { type: "page", result: drawPage(page, firstLine) }
      if (page === 1) yield { type: "cover", ...cover, faint: firstLine.startsWith("FAINT") }
      if (page === 1) yield { type: "outline", items: [{ title: textOf(1, firstLine), page: 1, level: 1 }] }
      await turn.next()
    }
    for (let page = last + 1; page <= length; page += 1) yield { type: "text", page, text: textOf(page, firstLine) }
  }

  async titleCover({ title }: TitleCover): Promise<Cover | null> {
    return this.options.titleCovers ? { ...cover, webp: Buffer.from(`cover of ${title}`) } : null
  }

  async recropCover(): Promise<Cover> {
    return cover
  }

  async thickenPage(svg: Buffer): Promise<Buffer | null> {
    const inked = withInk(gunzipSync(svg).toString("utf8"))
    return inked === gunzipSync(svg).toString("utf8") ? null : gzipSync(inked, { level: 6 })
  }

  async capabilities(): Promise<Capability[]> {
    return this.options.capabilities ?? []
  }

  async close(): Promise<void> {
    // There is nothing to close.
  }
}

function textOf(page: number, firstLine: string): string {
  return `第 ${page} 页 ${firstLine.slice(0, 60)}`
}

function drawPage(page: number, firstLine: string): PageResult {
  const text = textOf(page, firstLine)
  const textLayer = [[text, 56, 60, 483, 25] as const]
  const svg = `${svgOpen(A4)}${whitePaper(A4)}<text x="56" y="80" font-size="16">${escapeXml(text)}</text></svg>`
  return { page, svg: gzipSync(svg, { level: 6 }), thumb: DOT, ...A4, text, textLayer, links: [], kind: "vector" }
}

/** Creates a fake for tests of other parts: fast, deterministic, failing on demand ("FAIL encrypted" as first line). */
export function createFakeConverter(options: FakeConverterOptions = {}): ConverterPort {
  return new FakeConverter(options)
}
