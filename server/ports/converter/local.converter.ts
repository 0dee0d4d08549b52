import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { PictureError, type PicturesPort, type Redrawing, type Redrawn } from "../pictures/pictures.port"
import { ChildPool } from "./child/child-pool"
import type { SourceKind } from "./child/child-protocol"
import type { ChildLog } from "./child/supervised-child"
import {
  type Capability,
  ConversionError,
  type ConversionEvent,
  type ConversionInput,
  type ConverterPort,
  type Engine,
  machineWarnings,
} from "./converter.port"
import { drawInChild } from "./drawing-in-child"
import type { Cover } from "./cover-webp"
import { type Family, formatOf } from "./document-formats"
import { drawDocument } from "./document-pages"
import { DocumentSession, type ObjectPrinter } from "./document-session"
import { findFontFiles, findWesternFonts, type FontFiles } from "./font-files"
import { decodeHeif, findHeifConvert } from "./images/heif-decoding"
import { inspectFile } from "./inspect/file-inspection"
import type { Opening } from "./inspect/office-inspection"
import { describeCapabilities } from "./local-capabilities"
import { findTesseract, type Tesseract } from "./ocr/tesseract-detection"
import type { ScannedPageReader } from "./ocr/page-recognition"
import { createTesseractReader } from "./ocr/tesseract-reader"
import { convertToPdf, type OfficeInput, type Printed, printWorkbook } from "./office/office.converter"
import { findOffice, type OfficeTools } from "./office/office-detection"
import type { ProcessGroup } from "./office/process-group"
import type { Program } from "./program-detection"
import { detectSandbox, type SandboxTools } from "./sandbox/sandbox-detection"
import { type WorkFolder, workFolder } from "./sandbox/work-folder"
import { chooseDocument, type PortfolioDocument } from "./portfolio-document"
import { redrawInChild } from "./picture-redrawing"
import { closingSignal, stopSignal } from "./stop-signal"
import type { TitleCover } from "./title-cover"
import { endlessTurn } from "./turn"

const MEMORY_LIMIT_MB = 1500
const PAGE_TIMEOUT_MS = 20_000
/** Maximum number of row blocks if no length is set. */
const MAX_BLOCKS = 20_000
/** Maximum number of children of documents that wait for their turn; each has its file open. */
const MAX_WAITING_CHILDREN = 2
/** Starting a child costs half a second of CPU. A document that ends this soon after its cover leaves its own child to the next one (ms). */
const WARM_AFTER_MS = 2_000

/** Over the channel a Buffer arrives as a plain array of bytes. */
const coverOf = (cover: Cover): Cover => ({ ...cover, webp: Buffer.from(cover.webp) })

export type LocalConverterOptions = {
  /** Path of the bundled `pdfium-child.ts`. */
  childScript: string
  log?: ChildLog
  /** Limit in MB for the resident memory of a child and for the address space of LibreOffice. */
  memoryLimitMb?: number
  pageTimeoutMs?: number
  office?: {
    /** Path of soffice; by default where packages install it. */
    command?: string
    /** False: do not use bubblewrap even if it works, for containers that forbid it. */
    sandbox?: boolean
  }
  ocr?: {
    /** Folders to search for tesseract, in the format of PATH; by default the standard ones. */
    path?: string
  }
  heif?: {
    /** Folder of heif-convert; by default the standard ones. */
    path?: string
  }
  fonts?: {
    /** Folders to search for Chinese fonts; by default the standard ones. */
    folders?: readonly string[]
  }
  /** Folder that contains fonts.conf and registrymodifications.xcu. */
  resources: string
  /** Folder through which children receive their documents, on the same disk as the documents. By default the system's temporary folder. */
  folder?: string
}

const engines: Record<Exclude<Family, "unpreviewable">, { engine: Engine; kind: SourceKind }> = {
  pdf: { engine: "pdfium", kind: "pdf" },
  office: { engine: "office", kind: "pdf" },
  text: { engine: "text", kind: "text" },
  ebook: { engine: "ebook", kind: "ebook" },
  image: { engine: "image", kind: "image" },
  ofd: { engine: "ofd", kind: "ofd" },
  mail: { engine: "text", kind: "mail" },
  archive: { engine: "text", kind: "archive" },
  mindmap: { engine: "text", kind: "mindmap" },
}

type Opened = Pick<ConversionInput, "ext" | "encoding" | "maxLength" | "turn">
type Means = { fonts: FontFiles; stop: AbortSignal }

/** Converts documents and re-encodes pictures on this machine, with supervised child processes and, if installed, LibreOffice. */
class LocalConverter implements ConverterPort, PicturesPort {
  private pool: Promise<ChildPool> | null = null
  private readonly running = new Set<ProcessGroup>()
  private readonly closing = closingSignal()
  private fonts: Promise<FontFiles> | null = null
  private sandbox: Promise<SandboxTools> | null = null
  private tools: Promise<OfficeTools> | null = null
  private tesseract: Promise<Tesseract | null> | null = null
  private heif: Promise<Program | null> | null = null
  /** The documents in progress, including those that wait for their turn; the oldest first. */
  private readonly sessions = new Set<DocumentSession>()

  /** Pictures are processed one at a time, to limit memory. */
  private drawing: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: LocalConverterOptions) {}

  async inspect(file: string, ext: string): Promise<void> {
    await inspectFile(file, ext)
  }

  async *convert(input: ConversionInput): AsyncGenerator<ConversionEvent> {
    try {
      yield* this.convertFile(input, [])
    } catch (error) {
      // refused on opening, before the first event
      if (!(error instanceof ConversionError) || error.reason !== "portfolio") throw error
      const document = await this.openPortfolio(input, error)
      yield* this.convertFile({ ...input, ...document }, document.notes)
    }
  }

  /** Extracts the first attachment of a portfolio that has a format with pages. Throws `refusal` if there is none. */
  private async openPortfolio(input: ConversionInput, refusal: ConversionError): Promise<PortfolioDocument> {
    const { file, timeoutMs, turn = endlessTurn } = input
    const stop = stopSignal(timeoutMs, [input.signal, this.closing.signal], turn)
    const session = await this.session(input, "pdf", file, { fonts: await this.findFonts(), stop: stop.signal })
    try {
      const extract = (to: string, skip: number) => session.extract(file, to, skip)
      return await chooseDocument({ extract, inspect: (path, ext) => this.inspect(path, ext), workDir: input.workDir, refusal })
    } finally {
      stop.release()
      await session.end()
    }
  }

  private async *convertFile(input: ConversionInput, notes: readonly string[]): AsyncGenerator<ConversionEvent> {
    const { file, timeoutMs, maxPages, maxLength = 0, turn = endlessTurn, waitingPages = () => [], drawnPages = new Set() } = input
    const stop = stopSignal(timeoutMs, [input.signal, this.closing.signal], turn)
    let session: DocumentSession | null = null
    let work: WorkFolder | null = null
    let warming: NodeJS.Timeout | undefined
    try {
      stop.signal.throwIfAborted()
      const opening = await inspectFile(file, input.ext)
      const { ext } = opening
      const { family } = formatOf(ext)
      if (family === "unpreviewable") throw new ConversionError("unsupported")
      if (input.sandboxRequired && (await this.findSandbox()).bubblewrap === null) throw new ConversionError("need_sandbox")
      const { engine, kind } = engines[family]
      const pool = await this.openPool()
      pool.warm()
      const fonts = await this.findFonts()
      work = await workFolder(input.workDir, await this.findTools())
      const workInput = { ...input, ext, workDir: work.workDir }
      const means = { fonts, stop: stop.signal }
      const {
        pdf: pages,
        sheets,
        notes: printing,
      } = family === "office"
        ? await this.printOffice({ ...workInput, locked: opening.locked }, means)
        : { pdf: ext === ".heic" ? await this.decodeHeif(workInput, stop.signal) : file, sheets: opening.sheets ? file : null, notes: [] }
      session = await this.session(workInput, kind, pages, means)
      await this.makeRoom()
      this.sessions.add(session)
      const fontless = kind === "pdf" && !fonts.sans && !fonts.serif
      const staffWarnings = fontless ? [machineWarnings.fonts] : []
      const allNotes = [...notes, ...printing]
      const { signal } = stop
      const reader = async (): Promise<ScannedPageReader | null> => (input.ocr ? this.reader(workInput, signal) : null)
      for await (const event of drawDocument({
        session,
        engine,
        maxPages,
        maxLength,
        turn,
        waitingPages,
        drawnPages,
        staffWarnings,
        notes: allNotes,
        reader,
      })) {
        yield event
        // the document after a long one starts with a child that loads everything while this one is rendered
        if (event.type === "cover") warming = setTimeout(() => void this.makeRoom().then(() => pool.warm()), WARM_AFTER_MS)
      }
      if (sheets) {
        await session.end()
        this.sessions.delete(session)
        // a template is read like a document of its kind
        session = await this.session({ ...workInput, ext: family === "office" ? ".xlsx" : ext }, kind, sheets, means)
        this.sessions.add(session)
        yield* session.sheets(maxLength || MAX_BLOCKS, family === "office" ? this.objectPrinter(workInput, means) : null)
      }
    } finally {
      clearTimeout(warming)
      stop.release()
      if (session) this.sessions.delete(session)
      await session?.end()
      await work?.remove()
    }
  }

  redraw(file: string, how: Redrawing, { sandboxRequired = false } = {}): Promise<Redrawn> {
    const drawn = this.drawing.then(async () => {
      if (sandboxRequired && (await this.findSandbox()).bubblewrap === null) throw new PictureError("need_sandbox")
      return redrawInChild(await this.openPool(), file, how, this.closing.signal)
    })
    this.drawing = drawn.catch(() => undefined)
    return drawn
  }

  async titleCover(input: TitleCover): Promise<Cover | null> {
    const { sans, serif } = await this.findFonts()
    return (sans ?? serif) && coverOf(await drawInChild(await this.openPool(), "title", input, this.closing.signal))
  }

  async recropCover(webp: Buffer): Promise<Cover> {
    return coverOf(await drawInChild(await this.openPool(), "recrop", { webp }, this.closing.signal))
  }

  async thickenPage(svg: Buffer): Promise<Buffer | null> {
    const { svg: inked } = await drawInChild(await this.openPool(), "thicken", { svg }, this.closing.signal)
    return inked && Buffer.from(inked)
  }

  async capabilities(): Promise<Capability[]> {
    const western = await findWesternFonts(this.options.fonts?.folders)
    const [tesseract, heif] = await Promise.all([this.findTesseract(), this.findHeif()])
    return describeCapabilities(await this.findTools(), await this.findFonts(), western, { tesseract, heif })
  }

  async close(): Promise<void> {
    this.closing.abort(new Error("the converter was closed"))
    await Promise.all([this.pool?.then((pool) => pool.close()), ...[...this.running].map((group) => group.end())])
  }

  private openPool(): Promise<ChildPool> {
    return (this.pool ??= this.createPool())
  }

  private async createPool(): Promise<ChildPool> {
    const { childScript: script, memoryLimitMb = MEMORY_LIMIT_MB, log = () => undefined, folder = tmpdir() } = this.options
    const [tools, fonts] = await Promise.all([this.findSandbox(), this.findFonts()])
    const fontFolders = Object.values(fonts).flatMap((font) => (font ? [dirname(font.path)] : []))
    return new ChildPool({ launch: { script, tools, fontFolders, folder }, memoryLimitMb, log })
  }

  private findFonts(): Promise<FontFiles> {
    return (this.fonts ??= findFontFiles(this.options.fonts?.folders))
  }

  private findSandbox(): Promise<SandboxTools> {
    const { sandbox = true } = this.options.office ?? {}
    return (this.sandbox ??= detectSandbox(this.options.childScript).then((tools) => (sandbox ? tools : { ...tools, bubblewrap: null })))
  }

  /** Separate from detecting the sandbox, which pictures need as well: querying LibreOffice takes a second. */
  private findTools(): Promise<OfficeTools> {
    return (this.tools ??= Promise.all([findOffice(this.options.office?.command), this.findSandbox()]).then(([office, sandbox]) => ({
      office,
      ...sandbox,
    })))
  }

  private findTesseract(): Promise<Tesseract | null> {
    return (this.tesseract ??= findTesseract(this.options.ocr?.path))
  }

  private findHeif(): Promise<Program | null> {
    return (this.heif ??= findHeifConvert(this.options.heif?.path))
  }

  private async decodeHeif({ file, workDir, timeoutMs, turn = endlessTurn }: ConversionInput, stop: AbortSignal): Promise<string> {
    const [program, tools] = await Promise.all([this.findHeif(), this.findTools()])
    return decodeHeif({ program, tools, file, workDir, timeoutMs, stop, turn, running: this.running })
  }

  private async reader({ workDir, timeoutMs, turn = endlessTurn }: ConversionInput, stop: AbortSignal): Promise<ScannedPageReader | null> {
    const [tesseract, tools] = await Promise.all([this.findTesseract(), this.findTools()])
    const { running } = this
    return tesseract && createTesseractReader({ tesseract, tools, workDir, timeoutMs, stop, turn, running })
  }

  private async session(
    { ext, encoding = "", maxLength = 0, turn = endlessTurn }: Opened,
    kind: SourceKind,
    file: string,
    { fonts, stop }: Means,
  ): Promise<DocumentSession> {
    const { pageTimeoutMs = PAGE_TIMEOUT_MS } = this.options
    return new DocumentSession({ pool: await this.openPool(), kind, file, ext, encoding, fonts, pageTimeoutMs, stop, turn, maxLength })
  }

  /**
   * Lets only the first few of the waiting documents keep their children. The others free their children for other documents and reopen
   * their files later.
   */
  private async makeRoom(): Promise<void> {
    const waiting = [...this.sessions].filter((session) => session.waits)
    await Promise.all(waiting.slice(MAX_WAITING_CHILDREN).map((session) => session.end()))
  }

  private async printOffice(input: ConversionInput & Pick<Opening, "locked">, means: Means): Promise<Printed> {
    return convertToPdf(await this.officeInput(input, means))
  }

  private objectPrinter(input: ConversionInput, means: Means): ObjectPrinter {
    const workDir = join(input.workDir, "objects")
    const print = async (file: string): Promise<string> =>
      printWorkbook(await this.officeInput({ ...input, file, ext: ".xlsx", workDir, locked: false }, means))
    return { workbook: join(input.workDir, "objects.xlsx"), print }
  }

  private async officeInput(input: ConversionInput & Pick<Opening, "locked">, means: Means): Promise<OfficeInput> {
    const { file, ext, locked, workDir, timeoutMs, maxLength = 0, turn = endlessTurn } = input
    const { resources, memoryLimitMb = MEMORY_LIMIT_MB } = this.options
    const { running } = this
    const tools = await this.findTools()
    const withSession = async <T>(source: string, kind: string, work: (session: DocumentSession) => Promise<T>): Promise<T> => {
      const session = await this.session({ ...input, ext: kind }, "pdf", source, means)
      try {
        return await work(session)
      } finally {
        await session.end()
      }
    }
    return {
      tools,
      file,
      ext,
      locked,
      workDir,
      resources,
      memoryLimitMb,
      timeoutMs,
      stop: means.stop,
      turn,
      maxLength,
      running,
      rewrite: (from, to, kind) => withSession(from, kind, (session) => session.rewrite(from, to, kind)),
      unlock: (from, to) => withSession(from, ext, (session) => session.unlock(from, to, ext)),
      hasRevisions: (source, kind) => withSession(source, kind, (session) => session.hasRevisions(source, kind)),
      hasEquations: (source, kind) => withSession(source, kind, (session) => session.hasEquations(source, kind)),
    }
  }
}

/** Creates the converter that works on this machine; close it to end its processes. */
export function createLocalConverter(options: LocalConverterOptions): ConverterPort & PicturesPort {
  return new LocalConverter(options)
}
