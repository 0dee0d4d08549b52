import type { Cover } from "./cover-webp"
import type { SheetBook } from "./sheets/sheet-book"
import type { TitleCover } from "./title-cover"

/** Reasons why a file cannot be converted. */
export type ConversionReason =
  | "encrypted"
  | "corrupt"
  | "mismatch"
  | "empty"
  | "need_office"
  | "need_sandbox"
  | "timeout"
  | "memory"
  | "too_large"
  | "unsupported"

/** The sentence shown to the uploader for each reason (docs/reference/conversion.md 7). */
export const conversionMessages: Record<ConversionReason, string> = {
  encrypted: "文档已加密，无法预览，请上传未加密的文件",
  corrupt: "文件已损坏或格式与扩展名不符",
  mismatch: "文件已损坏或格式与扩展名不符",
  empty: "文件内容为空",
  need_office: "服务器未安装 LibreOffice，暂不能预览 Office 文档",
  need_sandbox: "服务器上没有可用的沙箱，按照网站的安全设置暂不能预览",
  timeout: "转换超时",
  memory: "文档过于复杂",
  too_large: "文件内容过大，无法预览",
  unsupported: "暂不支持预览该格式的文件",
}

/** A file that cannot be converted; `message` is for the uploader, `cause` for the log. */
export class ConversionError extends Error {
  readonly reason: ConversionReason

  constructor(reason: ConversionReason, options?: { cause?: unknown }) {
    super(conversionMessages[reason], options)
    this.name = "ConversionError"
    this.reason = reason
  }
}

export type PageKind = "vector" | "raster" | "placeholder"

/**
 * One line run of a page's text layer: its text, and the upper left corner and size of its box in points, counted from
 * the page's upper left corner; then the style of its letters (`runStyles`) and their size in
 * points (0: unknown), which pages drawn before they were kept lack. A tuple, because a page has hundreds. Stored best as one gzipped JSON array a page
 * (`{page}.words.gz`, about 2 KB for a full page of Chinese): it is only ever read whole, beside its page.
 */
export type TextRun = readonly [text: string, x: number, y: number, width: number, height: number, style?: number, size?: number]

/**
 * A clickable place of a page: its box in points from the page's upper left corner, and where it leads: to page `to` (1-based),
 * `down` points below its top, or, where `to` is 0, to `url` (http, https or mailto).
 */
export type PageLink = { x: number; y: number; width: number; height: number; to: number; down: number; url: string }

/** One entry of the table of contents; levels are 1 to 6, pages 1-based, titles up to 200 characters. */
export type OutlineItem = { title: string; page: number; level: number }

export type PageResult = {
  /** 1-based. */
  page: number
  /** The SVG, gzip level 6. */
  svg: Buffer
  /** 172 px wide WebP of the page, a few KB; null for placeholders. */
  thumb: Buffer | null
  /** Points (1/72 inch). */
  width: number
  height: number
  /** Plain text of the page, ready for the search index. */
  text: string
  /**
   * Where `text` stands, for a layer to select and search: at most 5,000 runs and 200 KB, joined they are `text` up to
   * white space. Empty for pictures, until a `recognized` event.
   */
  textLayer: readonly TextRun[]
  /** At most 500. */
  links: readonly PageLink[]
  kind: PageKind
}

export type Engine = "pdfium" | "office" | "text" | "ebook" | "image"

export type ConversionEvent =
  | { type: "opened"; pages: number; engine: Engine }
  | { type: "page"; result: PageResult }
  /** 420 px wide WebP of page 1 in the page's own ratio; sizes in pixels. */
  | ({ type: "cover" } & Cover)
  /** Text of a page beyond `maxPages`, which is not drawn. */
  | { type: "text"; page: number; text: string }
  /** The table of contents in reading order, at most 2,000 items; sent once, if there is one. */
  | { type: "outline"; items: OutlineItem[] }
  /** The result of character recognition on a page that was sent without text; replaces its `text` and `textLayer`. */
  | { type: "recognized"; page: number; text: string; textLayer: readonly TextRun[] }
  /** Fifty rows of a spreadsheet, a gzipped JSON array of `SheetRow`; blocks are counted from 1, empty ones are left out. */
  | { type: "rows"; block: number; rows: Buffer }
  /** The spreadsheet whose rows were all sent: what it is made of, and how many blocks it has. */
  | { type: "sheets"; book: SheetBook; blocks: number }
  | { type: "warning"; message: string }

/** Something that can be made to stand still in the middle of its work: a process, or the clock of a time limit. */
export type Stoppable = {
  /** True when work really stands still now; a clock, which only stands still with the others, answers false. */
  stop(): boolean
  go(): void
}

/** The time in which a conversion may work. When others go first it waits between two steps, or is stopped in the middle of one. */
export interface Turn {
  /** True when nothing more is to be begun before `next` has resolved. */
  readonly over: boolean
  /** Resolves when the next step may begin: at once, or when the turn has come again. Throws the reason when it never will. */
  next(): Promise<void>
  /** Names what works or counts until the answer is called. What is named while the turn is stopped is stopped at once. */
  bind(stoppable: Stoppable): () => void
}

export type ConversionInput = {
  /** Absolute path of the document. */
  file: string
  /** Lower case, with the dot: ".docx". */
  ext: string
  /** Empty private folder; the caller makes and removes it. */
  workDir: string
  /** Pages to draw at most; 0 draws all. */
  maxPages: number
  /** Pages that are looked at, at most: those beyond are neither drawn nor searched; 0 or nothing looks at all. */
  maxLength?: number
  /** For the whole document, in milliseconds of its turns. */
  timeoutMs: number
  signal?: AbortSignal
  /** Read the text of scanned pages, after all pages are drawn; does nothing where tesseract is not installed. */
  ocr?: boolean
  /** Pages (1-based) that readers wait for, longest wait first: they are drawn next. */
  wanted?: () => readonly number[]
  /** Refuse with need_sandbox where bubblewrap does not work. */
  sandboxRequired?: boolean
  /** Without one the conversion works until it is done. */
  turn?: Turn
}

/** A program or font that conversion can use, as the admin page shows it. */
export type Capability = {
  name: string
  installed: boolean
  version: string
  /** What it makes possible, in Chinese. */
  enables: string
  /** The Debian line that installs it. */
  install: string
  /** A Chinese sentence on what is at risk without it; shown at the start, by the doctor and on the dashboard. */
  notice?: string
}

export interface ConverterPort {
  /**
   * Cheap check at upload time: magic bytes, extension and zip directory agree. Starts no process.
   * Throws ConversionError: empty, mismatch, encrypted, too_large, corrupt (docs/reference/conversion.md 2).
   */
  inspect(file: string, ext: string): Promise<void>

  /**
   * Turns a document into events: `opened`, then pages with their texts, the cover right after page 1.
   * Throws ConversionError, or the signal's reason when aborted. Leaving the loop early stops the work.
   */
  convert(input: ConversionInput): AsyncIterable<ConversionEvent>

  /** A cover of a title, for documents whose first page tells nothing; null on a machine without Chinese fonts. */
  titleCover(input: TitleCover): Promise<Cover | null>

  /** Judges a cover that was drawn before covers were cropped, and crops it. Throws when it is no picture. */
  recropCover(webp: Buffer): Promise<Cover>

  /** Programs and fonts of this machine; detected once, then cached. */
  capabilities(): Promise<Capability[]>

  /** Kills every process that is still running. */
  close(): Promise<void>
}
