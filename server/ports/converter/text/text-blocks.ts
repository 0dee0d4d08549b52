/** An image as the paginator places it; its bytes are fetched only when its page is drawn. */
export type PlacedImage = {
  /** Natural size in points. */
  width: number
  height: number
  /** A PNG or JPEG data URI. */
  dataUri(): Promise<string>
}

/** Characters `from` to `to` of a text lead to `target`: an address, or a place as anchors name it. */
export type TextLink = { from: number; to: number; target: string }

/** What a flowing document is made of; "\n" in a text is a forced line break. */
export type Block =
  | { kind: "heading"; level: number; text: string; links?: TextLink[] }
  | { kind: "paragraph"; text: string; indent: number; marker?: string; tight?: boolean; links?: TextLink[] }
  | { kind: "code"; text: string; shaded: boolean; indent: number }
  | { kind: "table"; rows: string[][]; header: boolean }
  | { kind: "image"; image: PlacedImage }
  | { kind: "rule" }
  | { kind: "pageBreak" }
  /** A place that a table of contents points at: wherever the next thing is drawn. */
  | { kind: "anchor"; name: string }

/** A block whose image has not been looked up yet. */
export type RawBlock = Exclude<Block, { kind: "image" }> | { kind: "imageReference"; source: string; alternative: string }
