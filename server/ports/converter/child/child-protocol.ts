import type { ConversionReason, ConvertedOutlineItem, PageKind, ConvertedPageLink, PageTextRun } from "../converter.port"
import type { Cover } from "../cover-webp"
import type { TitleCover } from "../title-cover"
import type { FontFiles } from "../font-files"
import type { DrawnBook } from "../sheets/object-pictures"
import type { SheetBook } from "../sheets/sheet-book"
import type { PictureRefusal, Redrawing, Redrawn } from "../../pictures/pictures.port"

/** The kind of document that the child opens. */
export type SourceKind = "pdf" | "text" | "ebook" | "image" | "ofd" | "mail" | "archive" | "mindmap"

export type ChildPage = {
  svg: Buffer
  thumb: Buffer | null
  width: number
  height: number
  text: string
  textLayer: PageTextRun[]
  links: ConvertedPageLink[]
  kind: PageKind
  scan: boolean
  imprint?: bigint
  notes?: string[]
}

/** The calls that the child program answers: one at a time, in order. */
export type ChildCalls = {
  open: {
    input: { kind: SourceKind; file: string; ext: string; encoding: string; fonts: FontFiles; maxLength: number }
    output: { pages: number; notes: readonly string[]; noCopy: boolean }
  }
  outline: { input: Record<never, never>; output: { items: ConvertedOutlineItem[] } }
  /** A grey PNG for character recognition; null if the page needs none. */
  picture: { input: { page: number }; output: { png: Buffer | null } }
  page: { input: { page: number }; output: ChildPage }
  cover: { input: Record<never, never>; output: Cover }
  /** Renders a cover from the document's title; needs no open document. */
  title: { input: TitleCover; output: Cover }
  /** Rates and crops an existing cover; needs no open document. */
  recrop: { input: { webp: Buffer }; output: Cover }
  /** Adds the style sheet of `withInk` to a page (gzip); null if nothing changes. Needs no open document. */
  thicken: { input: { svg: Buffer }; output: { svg: Buffer | null } }
  /** Search texts of pages `from` to `to`, both included. */
  texts: { input: { from: number; to: number }; output: { texts: string[] } }
  /** Writes a copy of an office document that prints better; see `rewritePackage`. */
  rewrite: { input: { from: string; to: string; ext: string }; output: { rewritten: boolean } }
  /** Writes the plain workbook of one that Excel encrypted with its own password; see `unlockWorkbook`. Needs no open document. */
  unlock: { input: { from: string; to: string; ext: string }; output: { rewritten: boolean } }
  /** Whether a .doc or .rtf file may have tracked changes; see `mayHaveRevisions`. Needs no open document. */
  revisions: { input: { file: string; ext: string }; output: { revisions: boolean } }
  /** Whether an office document has equations; see `hasEquations`. Needs no open document. */
  equations: { input: { file: string; ext: string }; output: { equations: boolean } }
  /**
   * Writes an attachment of a PDF portfolio to `to`: the first one that can be previewed, or the next after `skip` of them. `name` is empty
   * if there is none. Needs no open document.
   */
  extract: { input: { from: string; to: string; skip: number }; output: { names: string[]; name: string } }
  /**
   * Reads a spreadsheet (.xlsx, .csv) as rows, at most `maxBlocks` blocks; null if it has none. `objects`: its number of charts, pictures and
   * shapes that can become pictures. Needs no open document.
   */
  sheets: {
    input: { file: string; ext: string; encoding: string; maxBlocks: number }
    output: { book: SheetBook | null; filled: number[]; objects: number }
  }
  /** The rows of one of the blocks that `sheets` reported as filled. */
  rows: { input: { block: number }; output: { rows: Buffer | null } }
  /** Writes a workbook that prints each object of the workbook that `sheets` read on a page of its own; see `writeObjectSheets`. */
  objects: { input: { from: string; to: string; ext: string }; output: { rewritten: boolean } }
  /** Cuts the objects out of these pages; null if they do not show them one by one. */
  cut: { input: { file: string }; output: { drawn: DrawnBook | null } }
  /** Re-encodes a picture file; needs no open document. */
  redraw: { input: { file: string; how: Redrawing }; output: Redrawn | { refused: PictureRefusal } }
  /** Closes the open document; the child may then open another. */
  close: { input: Record<never, never>; output: Record<never, never> }
}

export type ChildRequest = { [Call in keyof ChildCalls]: { id: number; call: Call; input: ChildCalls[Call]["input"] } }[keyof ChildCalls]

export type ChildReply =
  | { id: number; ok: true; output: ChildCalls[keyof ChildCalls]["output"] }
  | {
      id: number
      ok: false
      /** Set if the document is the cause. */
      reason: ConversionReason | null
      /** PDFium trapped or ran out of memory: this child must not be used again. */
      broken: boolean
      message: string
    }
