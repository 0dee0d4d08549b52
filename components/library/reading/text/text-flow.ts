import type { PageBlocks, TextBlock } from "@/lib/contract/types"

/** First page of the piece that a page is in; the server gives at most `size` pages at once. */
export const pieceOf = (page: number, size: number): number => Math.floor((page - 1) / size) * size + 1

/** A block as it is shown: `rest` = how it goes on at the head of the pages that follow. */
export type FlowBlock = { block: TextBlock; rest: { page: number; block: TextBlock }[] }
export type FlowPage = { page: number; blocks: FlowBlock[] }

/** Paragraphs that a page's end has cut are whole again: what goes on stands with its beginning. */
export const flowOf = (pages: readonly PageBlocks[]): FlowPage[] => {
  const flow: FlowPage[] = []
  let open: FlowBlock | null = null
  for (const { page, blocks } of pages) {
    const [first, ...others] = blocks
    const before: FlowBlock | null = first?.joined ? open : null
    const own: FlowBlock[] = (before ? others : blocks).map((block) => ({ block, rest: [] }))
    before?.rest.push({ page, block: first! })
    flow.push({ page, blocks: own })
    const last: FlowBlock | undefined = own.findLast((one: FlowBlock) => one.block.kind !== "note")
    if (last) open = last.block.kind === "paragraph" ? last : null
    else if (!before) open = null
  }
  return flow
}

/** Lines of a document's text are joined without space between Chinese characters. */
const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/
/** What stands between a paragraph and its rest on the next page. */
export const seam = (one: string, next: string): string => (wide.test(one.at(-1) ?? "") || wide.test(next[0] ?? "") ? "" : " ")

/** The texts of a page in which a search is marked, in order; of a table its cells. */
export const textsOf = ({ blocks }: PageBlocks): string[] =>
  blocks.flatMap((block) => (block.kind === "table" ? block.rows.flat() : [block.text]))
