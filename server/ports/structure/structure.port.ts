/**
 * A run of a page's text layer as stored: text, box in points from the upper left corner, style (`runStyles`) and font size. Pages rendered
 * by older versions lack the last two.
 */
export type StoredRun = readonly [text: string, x: number, y: number, width: number, height: number, style?: number, size?: number]

export type PageInput = {
  page: number
  width: number
  height: number
  runs: readonly StoredRun[]
  links: readonly { x: number; y: number; width: number; height: number; to: number; url: string }[]
}
export type OutlineEntry = { title: string; page: number; level: number }

/** Characters `from` to `to` of a block's text link to page `to_page`, or to `url` if `to_page` is 0. */
export type BlockLink = { from: number; to: number; to_page: number; url: string }
export type BlockKind = "heading" | "paragraph" | "item" | "table" | "code" | "caption" | "note" | "contents"

/**
 * A part of a page in reading order. `y`: its upper edge in points; `level`: 1 to 6 for a heading, the depth for an item; `marker`: of an
 * item; `rows`: of a table; `joined`: continues the last paragraph of the previous page; `number`: the page that a contents entry refers
 * to.
 */
export type Block = {
  kind: BlockKind
  y: number
  text: string
  level: number
  marker: string
  number: string
  joined: boolean
  rows: string[][]
  links: BlockLink[]
}
export type StructuredPage = { page: number; blocks: Block[] }

/** A page as stored. `words` is its text layer, gzipped JSON of `StoredRun`s; null if it has none. */
export type StoredPage = Omit<PageInput, "runs"> & { words: Uint8Array | null }

export type StructureInput<Page = StoredPage> = {
  /** Pages in order. Pages outside `from` to `to` only help to detect repeated content. */
  pages: readonly Page[]
  from: number
  to: number
  outline: readonly OutlineEntry[]
}

/** Detects the structure of a document's pages from the position, size and weight of the text (docs/decisions/135). */
export interface StructurePort {
  /** Throws if it takes too long. */
  analyse(input: StructureInput): Promise<StructuredPage[]>
  close(): Promise<void>
}
