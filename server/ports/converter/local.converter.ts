import { ChildPool } from "./child/child-pool"
import type { SourceKind } from "./child/child-protocol"
import type { Log } from "./child/supervised-child"
import {
  type Capability,
  ConversionError,
  type ConversionEvent,
  type ConversionInput,
  type ConverterPort,
  type Engine,
} from "./converter.port"
import { formatOf } from "./document-formats"
import { drawDocument } from "./document-pages"
import { DocumentSession } from "./document-session"
import { findFontFiles, type FontFiles } from "./font-files"
import { inspectFile } from "./inspect/file-inspection"
import { describeCapabilities } from "./local-capabilities"
import { findTesseract, type Tesseract } from "./ocr/tesseract-detection"
import type { PageReader } from "./ocr/page-recognition"
import { createTesseractReader } from "./ocr/tesseract-reader"
import { convertToPdf } from "./office/office.converter"
import { detectOfficeTools, type OfficeTools } from "./office/office-detection"
import type { ProcessGroup } from "./office/process-group"
import { stopSignal } from "./stop-signal"

const MEMORY_LIMIT_MB = 1500
const PAGE_TIMEOUT_MS = 20_000

export type LocalConverterOptions = {
  /** Path of the bundled `pdfium-child.ts`. */
  childScript: string
  log?: Log
  /** Resident memory of a child, and address space of LibreOffice, in MB. */
  memoryLimitMb?: number
  pageTimeoutMs?: number
  office?: {
    /** Where soffice is; by default where packages install it. */
    command?: string
    /** False: do without bubblewrap even where it works, as in containers that forbid it. */
    sandbox?: boolean
  }
  ocr?: {
    /** Folders in which tesseract is looked for, as in PATH; by default the standard ones. */
    path?: string
  }
  fonts?: {
    /** Folders in which Chinese fonts are looked for; by default the standard ones. */
    folders?: readonly string[]
  }
  /** Folder that holds fonts.conf and registrymodifications.xcu. */
  resources: string
}

const engines: Record<"pdf" | "office" | "text" | "ebook" | "image", { engine: Engine; kind: SourceKind }> = {
  pdf: { engine: "pdfium", kind: "pdf" },
  office: { engine: "office", kind: "pdf" },
  text: { engine: "text", kind: "text" },
  ebook: { engine: "ebook", kind: "ebook" },
  image: { engine: "image", kind: "image" },
}

/** Converts on this machine: supervised child processes, and LibreOffice where it is installed. */
class LocalConverter implements ConverterPort {
  private readonly pool: ChildPool
  private readonly running = new Set<ProcessGroup>()
  private readonly closing = new AbortController()
  private fonts: Promise<FontFiles> | null = null
  private tools: Promise<OfficeTools> | null = null
  private tesseract: Promise<Tesseract | null> | null = null
  /** Ends when nobody reads a page. */
  private reading: Promise<unknown> = Promise.resolve()

  constructor(private readonly options: LocalConverterOptions) {
    const { childScript, memoryLimitMb = MEMORY_LIMIT_MB, log = () => undefined } = options
    this.pool = new ChildPool({ script: childScript, memoryLimitMb, log })
  }

  inspect(file: string, ext: string): Promise<void> {
    return inspectFile(file, ext)
  }

  async *convert(input: ConversionInput): AsyncGenerator<ConversionEvent> {
    const { file, ext, timeoutMs, maxPages, wanted = () => [] } = input
    const stop = stopSignal(timeoutMs, [input.signal, this.closing.signal])
    let session: DocumentSession | null = null
    try {
      stop.signal.throwIfAborted()
      await this.inspect(file, ext)
      const { family } = formatOf(ext)
      if (family === "unpreviewable") throw new ConversionError("unsupported")
      const { engine, kind } = engines[family]
      this.pool.warm()
      const fonts = await this.findFonts()
      const pages = family === "office" ? await this.printOffice(input, fonts, stop.signal) : file
      session = this.session(kind, pages, ext, fonts, stop.signal)
      const fontless = kind === "pdf" && !fonts.sans && !fonts.serif
      const warnings = fontless ? ["缺少中文字体，版式可能有差异"] : []
      const { signal } = stop
      const reader = async (): Promise<PageReader | null> => (input.ocr ? this.reader(input, signal) : null)
      yield* drawDocument({ session, engine, maxPages, wanted, warnings, reader })
    } finally {
      stop.release()
      await session?.end()
    }
  }

  async capabilities(): Promise<Capability[]> {
    return describeCapabilities(await this.findTools(), await this.findFonts(), await this.findTesseract())
  }

  async close(): Promise<void> {
    this.closing.abort(new Error("the converter was closed"))
    await Promise.all([this.pool.close(), ...[...this.running].map((group) => group.end())])
  }

  private findFonts(): Promise<FontFiles> {
    return (this.fonts ??= findFontFiles(this.options.fonts?.folders))
  }

  private findTools(): Promise<OfficeTools> {
    const { command, sandbox = true } = this.options.office ?? {}
    return (this.tools ??= detectOfficeTools(command).then((tools) => (sandbox ? tools : { ...tools, bubblewrap: null })))
  }

  private findTesseract(): Promise<Tesseract | null> {
    return (this.tesseract ??= findTesseract(this.options.ocr?.path))
  }

  private async reader({ workDir, timeoutMs }: ConversionInput, stop: AbortSignal): Promise<PageReader | null> {
    const [tesseract, tools] = await Promise.all([this.findTesseract(), this.findTools()])
    const { running } = this
    return tesseract && createTesseractReader({ tesseract, tools, workDir, timeoutMs, stop, running, alone: (work) => this.alone(work) })
  }

  /** One page at a time, whichever documents they belong to. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.reading.then(work)
    this.reading = done.catch(() => undefined)
    return done
  }

  private session(kind: SourceKind, file: string, ext: string, fonts: FontFiles, stop: AbortSignal): DocumentSession {
    const { pageTimeoutMs = PAGE_TIMEOUT_MS } = this.options
    return new DocumentSession({ pool: this.pool, kind, file, ext, fonts, pageTimeoutMs, stop })
  }

  private async printOffice(input: ConversionInput, fonts: FontFiles, stop: AbortSignal): Promise<string> {
    const { file, ext, workDir, timeoutMs } = input
    const { resources, memoryLimitMb = MEMORY_LIMIT_MB } = this.options
    const { running } = this
    const tools = await this.findTools()
    const rewrite = async (from: string, to: string, kind: string): Promise<boolean> => {
      const session = this.session("pdf", from, kind, fonts, stop)
      try {
        return await session.rewrite(from, to, kind)
      } finally {
        await session.end()
      }
    }
    return convertToPdf({ tools, file, ext, workDir, resources, memoryLimitMb, timeoutMs, stop, running, rewrite })
  }
}

/** The converter that works on this machine; close it to end its processes. */
export function createLocalConverter(options: LocalConverterOptions): ConverterPort {
  return new LocalConverter(options)
}
