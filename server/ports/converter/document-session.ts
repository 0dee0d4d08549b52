import { ConversionError, type ConversionEvent, type ConvertedOutlineItem, type Turn } from "./converter.port"
import type { ChildPool } from "./child/child-pool"
import type { ChildCalls, ChildPage, SourceKind } from "./child/child-protocol"
import { ChildLost, ChildRefused, type SupervisedChild } from "./child/supervised-child"
import type { Cover } from "./cover-webp"
import type { FontFiles } from "./font-files"
import { mustBeRewritten } from "./office/package-rewriting"
import { endlessTurn } from "./turn"

/** Number of child processes that one document may lose before it fails (docs/reference/conversion.md 7). */
const MAX_LOST_CHILDREN = 3
/** Opening may parse the whole file, so it gets this many page deadlines. */
const OPEN_DEADLINES = 3

export type SessionInput = {
  pool: ChildPool
  kind: SourceKind
  file: string
  ext: string
  /** The encoding of a text that its owner chose; "" detects it. */
  encoding: string
  fonts: FontFiles
  pageTimeoutMs: number
  /** Aborts with the error to throw: the caller's reason, or ConversionError timeout. */
  stop: AbortSignal
  turn: Turn
  maxLength: number
}

/** Prints the objects of a spreadsheet: `workbook` is where the workbook to print is written; `print` returns the path of its PDF. */
export type ObjectPrinter = { workbook: string; print(workbook: string): Promise<string> }

/** One document in a child process. Reopens it in a new child if one is lost, and counts the losses. */
export class DocumentSession {
  private child: SupervisedChild | null = null
  private losses = 0
  private working = false

  constructor(private readonly input: SessionInput) {}

  /** Opens the document and returns its number of pages and what of it is not displayed. Throws ConversionError, or the stop signal's reason. */
  async open(): Promise<ChildCalls["open"]["output"]> {
    const { pool, kind, file, ext, encoding, fonts, pageTimeoutMs, maxLength } = this.input
    for (;;) {
      this.child = pool.take()
      try {
        return await this.call("open", { kind, file, ext, encoding, fonts, maxLength }, pageTimeoutMs * OPEN_DEADLINES)
      } catch (error) {
        if (error instanceof ChildRefused) throw new ConversionError(error.reason ?? "corrupt", { cause: error })
        if (!(error instanceof ChildLost)) throw error
        await this.loseChild()
        // retry if the child was killed from outside, but not if it ran into its deadline
        if (this.losses >= MAX_LOST_CHILDREN || error.reason === "timeout") throw new ConversionError(error.reason, { cause: error })
      }
    }
  }

  /** Renders a page. Returns the ConversionError if this page could not be rendered; throws it after the third lost child. */
  async drawPage(page: number): Promise<ChildPage | ConversionError> {
    const drawn = await this.attempt("page", { page })
    if (drawn instanceof ConversionError) return drawn
    if (this.child) this.child.pagesDrawn += 1
    return drawn
  }

  async drawCover(): Promise<Cover | null> {
    const cover = await this.attempt("cover", {})
    return cover instanceof ConversionError ? null : cover
  }

  /** Returns the search texts of pages `from` to `to`; empty if the child was lost. */
  async texts(from: number, to: number): Promise<string[]> {
    const answer = await this.attempt("texts", { from, to })
    return answer instanceof ConversionError ? [] : answer.texts
  }

  /** Returns the table of contents; empty if the child was lost. */
  async outline(): Promise<ConvertedOutlineItem[]> {
    const answer = await this.attempt("outline", {})
    return answer instanceof ConversionError ? [] : answer.items
  }

  /** Returns a PNG of the page for character recognition, or null. */
  async readingPicture(page: number): Promise<Buffer | null> {
    const answer = await this.attempt("picture", { page })
    return answer instanceof ConversionError ? null : answer.png
  }

  /**
   * Writes a copy for printing (see `rewritePackage`); returns false if the file can be printed as it is. Needs no `open`.
   * Throws ConversionError if text that must not be published may be left in it.
   */
  async rewrite(from: string, to: string, ext: string): Promise<boolean> {
    try {
      return (await this.callWithoutOpening("rewrite", { from, to, ext })).rewritten
    } catch (error) {
      if (!(error instanceof ConversionError) || mustBeRewritten(ext)) throw error
      return false
    }
  }

  /** Opens an encrypted workbook (see `unlockWorkbook`); returns false if it can be printed as it is. Throws ConversionError. */
  async unlock(from: string, to: string, ext: string): Promise<boolean> {
    return (await this.callWithoutOpening("unlock", { from, to, ext })).rewritten
  }

  /** Checks for tracked changes (see `mayHaveRevisions`). True if that fails. Needs no `open`. */
  async hasRevisions(file: string, ext: string): Promise<boolean> {
    try {
      return (await this.callWithoutOpening("revisions", { file, ext })).revisions
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error
      return true
    }
  }

  /** Checks for equations (see `hasEquations`). False if that fails. Needs no `open`. */
  async hasEquations(file: string, ext: string): Promise<boolean> {
    try {
      return (await this.callWithoutOpening("equations", { file, ext })).equations
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error
      return false
    }
  }

  /** Writes an attachment of a portfolio to a file; see `extract` in the protocol. Needs no `open`. */
  async extract(from: string, to: string, skip: number): Promise<ChildCalls["extract"]["output"]> {
    this.child ??= this.input.pool.take()
    try {
      return await this.call("extract", { from, to, skip }, this.input.pageTimeoutMs)
    } catch (error) {
      if (!(error instanceof ChildLost || error instanceof ChildRefused)) throw error
      await this.loseChild()
      return { names: [], name: "" }
    }
  }

  /**
   * Reads the file as a spreadsheet and yields its blocks of rows, then its pictures and its structure. Yields nothing if that fails, because
   * its pages exist anyway. `printer` prints its objects; without one, they are only on the pages.
   */
  async *sheets(maxBlocks: number, printer: ObjectPrinter | null): AsyncGenerator<ConversionEvent> {
    const { pool, file, ext, encoding, pageTimeoutMs, turn } = this.input
    this.child ??= pool.take()
    try {
      await turn.next()
      const { book, filled, objects } = await this.call("sheets", { file, ext, encoding, maxBlocks }, pageTimeoutMs * OPEN_DEADLINES)
      if (!book) return
      for (const block of filled) {
        if (turn.over) await turn.next()
        const { rows } = await this.call("rows", { block }, pageTimeoutMs)
        if (rows) yield { type: "rows", block, rows }
      }
      const drawn = objects > 0 && printer ? await this.drawObjects(printer) : null
      for (const { block, pictures } of drawn?.blocks ?? []) yield { type: "pictures", block, pictures }
      yield { type: "sheets", book: drawn?.book ?? book, blocks: Math.max(...filled) }
    } catch (error) {
      if (error instanceof ChildLost) return void (await this.loseChild())
      if (!(error instanceof ChildRefused)) throw error
    }
  }

  /** Draws the objects of the spreadsheet; null if that fails. */
  private async drawObjects({ workbook, print }: ObjectPrinter): Promise<ChildCalls["cut"]["output"]["drawn"]> {
    const { file, ext, pageTimeoutMs, stop } = this.input
    try {
      const { rewritten } = await this.call("objects", { from: file, to: workbook, ext }, pageTimeoutMs * OPEN_DEADLINES)
      if (!rewritten) return null
      const pages = await print(workbook)
      // its child was given to another document in the meantime
      if (this.child === null) return null
      return (await this.call("cut", { file: pages }, pageTimeoutMs * OPEN_DEADLINES)).drawn
    } catch (error) {
      if (stop.aborted || !(error instanceof ChildLost || error instanceof ChildRefused || error instanceof ConversionError)) throw error
      if (error instanceof ChildLost) await this.loseChild()
      return null
    }
  }

  /** True if its child is idle because its turn is over. */
  get waits(): boolean {
    return this.child !== null && !this.working && this.input.turn.over
  }

  /** Returns the child to the pool, or kills it if it is still busy or unhealthy. The next call would open the file again. */
  async end(): Promise<void> {
    const { child } = this
    this.child = null
    if (child === null) return
    let healthy = !this.working && this.losses === 0 && child.alive
    if (healthy)
      healthy = await child.call("close", {}, { timeoutMs: 1000, signal: new AbortController().signal, turn: endlessTurn }).then(
        () => true,
        () => false,
      )
    await this.input.pool.giveBack(child, healthy)
  }

  /** Returns the child's answer, or the reason why this part of the document failed. */
  private async attempt<Call extends "page" | "cover" | "texts" | "outline" | "picture">(
    call: Call,
    input: ChildCalls[Call]["input"],
  ): Promise<ChildCalls[Call]["output"] | ConversionError> {
    for (;;) {
      if (this.child === null) await this.open()
      try {
        return await this.call(call, input, this.input.pageTimeoutMs)
      } catch (error) {
        if (error instanceof ChildRefused) return new ConversionError(error.reason ?? "corrupt", { cause: error })
        if (!(error instanceof ChildLost)) throw error
        await this.loseChild()
        const failure = new ConversionError(error.reason, { cause: error })
        if (this.losses >= MAX_LOST_CHILDREN) throw failure
        // a kill from outside says nothing about the page
        if (!error.external) return failure
      }
    }
  }

  /** Makes a call about a file that is not open. Throws ConversionError if it fails. A child that was killed from outside is replaced. */
  private async callWithoutOpening<Call extends "rewrite" | "unlock" | "revisions" | "equations">(
    call: Call,
    input: ChildCalls[Call]["input"],
  ): Promise<ChildCalls[Call]["output"]> {
    for (;;) {
      this.child ??= this.input.pool.take()
      try {
        return await this.call(call, input, this.input.pageTimeoutMs)
      } catch (error) {
        if (error instanceof ChildRefused) throw new ConversionError(error.reason ?? "corrupt", { cause: error })
        if (!(error instanceof ChildLost)) throw error
        await this.loseChild()
        if (!error.external || this.losses >= MAX_LOST_CHILDREN) throw new ConversionError(error.reason, { cause: error })
      }
    }
  }

  private async loseChild(): Promise<void> {
    this.losses += 1
    const lost = this.child
    this.child = null
    if (lost) await this.input.pool.giveBack(lost, false)
  }

  private async call<Call extends keyof ChildCalls>(
    call: Call,
    input: ChildCalls[Call]["input"],
    timeoutMs: number,
  ): Promise<ChildCalls[Call]["output"]> {
    const { child } = this
    if (child === null) throw new Error("the session has no child")
    this.working = true
    const output = await child.call(call, input, { timeoutMs, signal: this.input.stop, turn: this.input.turn })
    this.working = false
    return output
  }
}
