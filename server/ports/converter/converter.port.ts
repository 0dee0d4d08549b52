import type { Cover } from "./cover-webp"
import type { SheetBook } from "./sheets/sheet-book"
import type { TitleCover } from "./title-cover"

/** Reasons why a file cannot be converted. */
export type ConversionReason =
  | "encrypted"
  | "drm"
  | "corrupt"
  | "mismatch"
  | "is_word"
  | "is_excel"
  | "is_powerpoint"
  | "is_opendocument"
  | "is_visio"
  | "is_publisher"
  | "is_mail"
  | "is_pdf"
  | "is_picture"
  | "is_text"
  | "is_archive"
  | "is_rar"
  | "empty"
  | "styles_only"
  | "need_office"
  | "need_heif"
  | "need_sandbox"
  | "timeout"
  | "memory"
  | "too_large"
  | "dynamic_form"
  | "portfolio"
  | "web_page"
  | "data_answer"
  | "cyclic"
  | "outside"
  | "hollow"
  | "unsupported"

/** The message for the uploader for each reason (docs/reference/conversion.md 7). */
export const conversionMessages: Record<ConversionReason, string> = {
  encrypted: "文档已加密，无法预览，请上传未加密的文件",
  drm: "电子书有 DRM 版权保护，无法预览，请上传没有保护的文件",
  corrupt: "文件已损坏或格式与扩展名不符",
  mismatch: "文件已损坏或格式与扩展名不符",
  is_word: "这是 Word 文档，请把扩展名改为 .doc 或 .docx 后重新上传",
  is_excel: "这是 Excel 表格，请把扩展名改为 .xls 或 .xlsx 后重新上传",
  is_powerpoint: "这是 PowerPoint 演示文稿，请把扩展名改为 .ppt 或 .pptx 后重新上传",
  is_opendocument: "这是 OpenDocument 文档，请把扩展名改为 .odt、.ods 或 .odp 后重新上传",
  is_visio: "这是 Visio 绘图，请把扩展名改为 .vsd 或 .vsdx 后重新上传",
  is_publisher: "这是 Publisher 出版物，请把扩展名改为 .pub 后重新上传",
  is_mail: "这是邮件，请把扩展名改为 .eml 或 .msg 后重新上传",
  is_pdf: "这是 PDF 文件，请把扩展名改为 .pdf 后重新上传",
  is_picture: "这是图片，请改用 .jpg、.png 等图片的扩展名后重新上传",
  is_text: "这是纯文本，请把扩展名改为 .txt 后重新上传",
  is_archive: "这是压缩包，不是 Office 文档",
  is_rar: "这是 RAR 压缩包，暂不支持，请改用 ZIP 或 7Z 格式后重新上传",
  empty: "文件内容为空",
  styles_only: "这是只有样式的模板，没有内容",
  need_office: "服务器未安装 LibreOffice，暂不能预览 Office 文档",
  need_heif: "服务器未安装 heif-convert，暂不能预览 HEIC 图片",
  need_sandbox: "服务器上没有可用的沙箱，按照网站的安全设置暂不能预览",
  timeout: "转换超时",
  memory: "文档过于复杂",
  too_large: "文件内容过大，无法预览",
  dynamic_form: "这是需要 Adobe 打开的动态表单，不能在线预览",
  portfolio: "这是 PDF 文件包，里面没有可以预览的文档",
  web_page: "这是网页，不是 PDF",
  data_answer: "这是网站返回的数据，不是 PDF",
  cyclic: "文件内容循环引用，无法预览",
  outside: "文件引用了压缩包以外的内容，无法预览",
  hollow: "文件中的页面没有内容，无法预览",
  unsupported: "暂不支持预览该格式的文件",
}

/** A file that cannot be converted. `message` is for the uploader, `cause` for the log. */
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
 * One run of a line in a page's text layer: its text, then the upper left corner and size of its box in points from the
 * page's upper left corner, then the style of its letters (`runStyles`) and their size in points (0: unknown). Pages rendered by earlier
 * versions lack
 * the last two. A tuple, because a page has hundreds. Best stored as one gzipped JSON array per page
 * (`{page}.words.gz`, about 2 KB for a full page of Chinese), because it is only read as a whole, together with its page.
 */
export type PageTextRun = readonly [text: string, x: number, y: number, width: number, height: number, style?: number, size?: number]

/**
 * A clickable area of a page: its box in points from the page's upper left corner, and its target: page `to` (1-based),
 * `down` points below its top, or, if `to` is 0, `url` (http, https or mailto).
 */
export type ConvertedPageLink = { x: number; y: number; width: number; height: number; to: number; down: number; url: string }

/** One entry of the table of contents. Levels are 1 to 6, pages 1-based, titles up to 200 characters. */
export type ConvertedOutlineItem = { title: string; page: number; level: number }

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
   * The positions of `text`, for a layer to select and search: at most 5,000 runs and 200 KB. Joined they equal `text` except for
   * white space. Empty for pictures until a `recognized` event.
   */
  textLayer: readonly PageTextRun[]
  /** At most 500. */
  links: readonly ConvertedPageLink[]
  kind: PageKind
  /** The perceptual hash of one of the first `imprintedPages` pages, if it is a scan and not blank (`page-imprint.ts`). */
  imprint?: bigint
}

/** Perceptual hashes are made of this many pages. */
export const imprintedPages = 4

export type Engine = "pdfium" | "office" | "text" | "ebook" | "image" | "ofd"

export type ConversionEvent =
  /** `noCopy` if the author of the document forbids copying its text. */
  | { type: "opened"; pages: number; engine: Engine; noCopy?: boolean }
  | { type: "page"; result: PageResult }
  /** 420 px wide WebP of page 1 in the page's aspect ratio; sizes in pixels. */
  | ({ type: "cover" } & Cover)
  /** Text of a page beyond `maxPages`, which is not rendered. */
  | { type: "text"; page: number; text: string }
  /** The table of contents in reading order, at most 2,000 items; sent once, if there is one. */
  | { type: "outline"; items: ConvertedOutlineItem[] }
  /** The result of character recognition on a page that was sent without text; replaces its `text` and `textLayer`. */
  | { type: "recognized"; page: number; text: string; textLayer: readonly PageTextRun[] }
  /** Fifty rows of a spreadsheet as a gzipped JSON array of `SheetRow`. Blocks are counted from 1; empty ones are left out. */
  | { type: "rows"; block: number; rows: Buffer }
  /** The charts, pictures and shapes that begin in a block, as a gzipped JSON array of their numbers and WebP files in base64. */
  | { type: "pictures"; block: number; pictures: Buffer }
  /** Sent after all rows and pictures of a spreadsheet: its structure and its number of blocks. */
  | { type: "sheets"; book: SheetBook; blocks: number }
  /** Something is not displayed or differs. Messages `staffOnly` concern the machine, all others also the uploader. */
  | { type: "warning"; message: string; staffOnly?: true }

/** Something that can be paused in the middle of its work: a process, or the clock of a time limit. */
export type Stoppable = {
  /** Returns true if work is really paused now. A clock, which pauses only along with others, returns false. */
  stop(): boolean
  go(): void
}

/** The time in which a conversion may work. When others go first, it waits between two steps or is stopped in the middle of one. */
export interface Turn {
  /** True if nothing more may start before `next` has resolved. */
  readonly over: boolean
  /**
   * Resolves when the next step may begin: immediately, or when it is this conversion's turn again. Throws the reason if that never
   * happens.
   */
  next(): Promise<void>
  /** Registers a process or clock until the returned function is called. If the turn is stopped, it is stopped immediately. */
  bind(stoppable: Stoppable): () => void
}

export type ConversionInput = {
  /** Absolute path of the document. */
  file: string
  /** In lower case, with the dot: ".docx". */
  ext: string
  /** Empty private folder. The caller creates and removes it. */
  workDir: string
  /** The encoding of a text file as its owner chose it, one of `textEncodings`; "" or undefined detects it. */
  encoding?: string
  /** Maximum number of pages to render; 0 renders all. */
  maxPages: number
  /** Maximum number of pages to process: pages beyond are neither rendered nor indexed. 0 or undefined processes all. */
  maxLength?: number
  /** Time limit for the whole document, in milliseconds of its turns. */
  timeoutMs: number
  signal?: AbortSignal
  /** Whether to recognize the text of scanned pages after all pages are rendered. Has no effect if tesseract is not installed. */
  ocr?: boolean
  /** Pages (1-based) that readers are waiting for, longest wait first. They are rendered next. */
  waitingPages?: () => readonly number[]
  /** Pages that an interrupted run rendered and that need not be rendered again. Page 1 always is, with cover and outline. */
  drawnPages?: ReadonlySet<number>
  /** Whether to fail with need_sandbox if bubblewrap does not work. */
  sandboxRequired?: boolean
  /** Without a turn the conversion runs until it is done. */
  turn?: Turn
}

/** Warnings of documents that were converted on a machine that lacked something; with it, another conversion shows everything. */
export const machineWarnings = {
  fonts: "缺少中文字体，版式可能有差异",
  equations: "公式没有显示：服务器没有安装 LibreOffice Math",
} as const

/** A program or font that conversion can use, as displayed on the admin page. */
export type Capability = {
  name: string
  installed: boolean
  version: string
  /** The feature that it enables, in Chinese. */
  enables: string
  /** The Debian command that installs it. */
  install: string
  /** The extensions that cannot be converted without it, with their dots. */
  formats?: readonly string[]
  /** A Chinese sentence about the risk without it; displayed at startup, by the doctor and on the dashboard. */
  notice?: string
}

export interface ConverterPort {
  /**
   * Cheap check at upload time: magic bytes, extension and zip directory agree. Starts no process.
   * Throws ConversionError: empty, styles_only, mismatch, encrypted, too_large, corrupt (docs/reference/conversion.md 2).
   */
  inspect(file: string, ext: string): Promise<void>

  /**
   * Converts a document into events: `opened`, then pages with their texts, the cover right after page 1.
   * Throws ConversionError, or the signal's reason if aborted. Leaving the loop early stops the work.
   */
  convert(input: ConversionInput): AsyncIterable<ConversionEvent>

  /** Renders a cover from a title, for documents whose first page says nothing. Returns null on a machine without Chinese fonts. */
  titleCover(input: TitleCover): Promise<Cover | null>

  /** Rates and crops a cover that was made before covers were cropped. Throws if it is not a picture. */
  recropCover(webp: Buffer): Promise<Cover>

  /** Adds the style sheet of `withInk` to a stored page (gzip). Returns null if the page has it already, or no glyphs. Throws if it is no page. */
  thickenPage(svg: Buffer): Promise<Buffer | null>

  /** Returns the programs and fonts of this machine; detected once, then cached. */
  capabilities(): Promise<Capability[]>

  /** Kills every process that is still running. */
  close(): Promise<void>
}
