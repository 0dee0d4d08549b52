import type { SvgDrawing } from "./svg-drawing"
import type { DrawnText } from "./svg-texts"

/** An image as the paginator places it. Its bytes are fetched only when its page is rendered. */
export type PositionedImage = {
  /** Natural size in points. */
  width: number
  height: number
  /** Texts in the picture, from its upper left corner in points. */
  lines?: readonly DrawnText[]
  /** A PNG or JPEG data URI. */
  dataUri(): Promise<string>
}

/** Characters `from` to `to` of a text link to `target`: an address, or an anchor name. */
export type TextLink = { from: number; to: number; target: string }

/** The reading of characters `from` to `to` of a text, which is displayed above them: pinyin, furigana. */
export type RubyText = { from: number; to: number; reading: string }

/** `links` are those of each cell, by row and column. */
export type TextTable = { kind: "table"; rows: string[][]; header: boolean; links?: TextLink[][][] }

/** The elements of a flowing document. "\n" in a text is a forced line break. */
export type TextDocumentBlock =
  | { kind: "heading"; level: number; text: string; links?: TextLink[]; ruby?: RubyText[] }
  | { kind: "paragraph"; text: string; indent: number; marker?: string; tight?: boolean; links?: TextLink[]; ruby?: RubyText[] }
  | { kind: "code"; text: string; shaded: boolean; indent: number }
  | TextTable
  | { kind: "image"; image: PositionedImage }
  | { kind: "rule" }
  | { kind: "pageBreak" }
  /** A target of a table of contents: the position of the next drawn item. */
  | { kind: "anchor"; name: string }

/** A block whose image has not been loaded yet. */
export type RawBlock =
  | Exclude<TextDocumentBlock, { kind: "image" }>
  | { kind: "imageReference"; source: string; alternative: string }
  | { kind: "drawing"; drawing: SvgDrawing; alternative: string }

/** Returns a block whose links have other targets. */
export function withTargets<T extends TextDocumentBlock>(block: T, targetOf: (target: string) => string): T {
  const changed = (links: readonly TextLink[]): TextLink[] => links.map((link) => ({ ...link, target: targetOf(link.target) }))
  if (!("links" in block) || !block.links) return block
  if (block.kind === "table") return { ...block, links: block.links.map((row) => row.map(changed)) }
  return { ...block, links: changed(block.links) }
}
