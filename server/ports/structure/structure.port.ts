/** A run of a page's text layer as it is stored: text, box in points from the upper left corner, style (`runStyles`) and size of the letters; pages drawn before lack both. */
export type StoredRun = readonly [text: string, x: number, y: number, width: number, height: number, style?: number, size?: number]

export type PageInput = {
  page: number
  width: number
  height: number
  runs: readonly StoredRun[]
  links: readonly { x: number; y: number; width: number; height: number; to: number; url: string }[]
}
export type OutlineEntry = { title: string; page: number; level: number }

/** Characters `from` to `to` of a block's text lead to page `to_page`, or, where it is 0, to `url`. */
export type BlockLink = { from: number; to: number; to_page: number; url: string }
export type BlockKind = "heading" | "paragraph" | "item" | "table" | "code" | "caption" | "note" | "contents"

/**
 * A piece of a page as one reads it. `y`: its upper edge in points; `level`: of a heading 1 to 6, of an item its depth; `marker`: of an
 * item; `rows`: of a table; `joined`: goes on with the last paragraph of the page before; `number`: the page that an entry of the contents names.
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
export type PageBlocks = { page: number; blocks: Block[] }

/** A page as it lies in the storage: `words` = its text layer, gzipped JSON of `StoredRun`s; null where it has none. */
export type StoredPage = Omit<PageInput, "runs"> & { words: Uint8Array | null }

export type StructureInput<Page = StoredPage> = {
  /** Pages in order; those outside of `from` to `to` only help to recognise what repeats. */
  pages: readonly Page[]
  from: number
  to: number
  outline: readonly OutlineEntry[]
}

/** What the pages of a document consist of, recognised from where their letters stand and how large and heavy they are (docs/decisions/135). */
export interface StructurePort {
  /** Throws when it took too long. */
  analyse(input: StructureInput): Promise<PageBlocks[]>
  close(): Promise<void>
}
