import type { PageBlocks, TextBlock } from "@/lib/contract/types"

/** Returns the first page of the chunk that contains a page; the server returns at most `size` pages at once. */
export const pieceOf = (page: number, size: number): number => Math.floor((page - 1) / size) * size + 1

/** A rendered block; `rest` = its continuations at the top of the following pages. */
export type FlowBlock = { block: TextBlock; rest: { page: number; block: TextBlock }[] }
export type FlowPage = { page: number; blocks: FlowBlock[] }

/** Rejoins paragraphs that were cut by a page break: the continuation follows its beginning. */
export const flowOf = (pages: readonly PageBlocks[]): FlowPage[] => {
  const flow: FlowPage[] = []
  let open: FlowBlock | null = null
  for (const { page, blocks } of pages) {
    const [first, ...others] = blocks
    const before: FlowBlock | null = first?.joined ? open : null
    const pageBlocks: FlowBlock[] = (before ? others : blocks).map((block) => ({ block, rest: [] }))
    before?.rest.push({ page, block: first! })
    flow.push({ page, blocks: pageBlocks })
    const last: FlowBlock | undefined = pageBlocks.findLast((one: FlowBlock) => one.block.kind !== "note")
    if (last) open = last.block.kind === "paragraph" ? last : null
    else if (!before) open = null
  }
  return flow
}

/** Matches characters between which lines are joined without a space, such as Chinese ones. */
const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/
/** Returns the separator between a paragraph and its continuation on the next page. */
export const seam = (one: string, next: string): string => (wide.test(one.at(-1) ?? "") || wide.test(next[0] ?? "") ? "" : " ")

/** Returns the texts of a page that the search highlights, in order; for a table, its cells. */
export const textsOf = ({ blocks }: PageBlocks): string[] =>
  blocks.flatMap((block) => (block.kind === "table" ? block.rows.flat() : [block.text]))
