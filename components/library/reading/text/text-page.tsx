"use client"

import { memo, useMemo } from "react"
import type { PageBlocks, TextBlock } from "@/lib/contract/types"
import { hitsOn } from "../store/search"
import { isLatin } from "./latin-text"
import { PagePicture } from "./page-picture"
import { TextLinks } from "./text-links"
import { type FlowBlock, type FlowPage, seam, textsOf } from "./text-flow"
import { markedParagraphs, type Piece, positionOfHit } from "./text-marks"
import { useReader } from "../store/use-reader"

/** Returns the highlighted pieces of a page's texts in order, and the index of the current match (-1 = none). */
const useMarks = (page: PageBlocks) => {
  const hits = useReader((state) => state.search.hits)
  const word = useReader((state) => (state.search.hits.length ? state.search.word : ""))
  const at = useReader((state) => (state.search.hits[state.search.at]?.page === page.page ? state.search.at : -1))
  return useMemo(() => {
    const texts = textsOf(page)
    const hasHits = hitsOn(hits, page.page).length > 0
    const current = at >= 0 && hits[at] ? positionOfHit(texts, word, hits[at]) : -1
    return { pieces: markedParagraphs(texts, hasHits ? word : ""), current }
  }, [page, hits, word, at])
}
type Marks = ReturnType<typeof useMarks>

type TextProps = { block: TextBlock; pieces: Piece[] | undefined; current: number }
const Text = ({ block, pieces, current }: TextProps) => <TextLinks pieces={pieces ?? []} links={block.links} current={current} />

/** Returns the index of each block's first text in the list of a page's texts. */
const startsOf = (page: PageBlocks): Map<TextBlock, number> => {
  let at = 0
  return new Map(
    page.blocks.map((block) => {
      const start = at
      at += block.kind === "table" ? block.rows.flat().length : 1
      return [block, start]
    }),
  )
}

const Table = ({ block, start, marks }: { block: TextBlock; start: number; marks: Marks }) => {
  const width = block.rows[0]?.length ?? 0
  return (
    <div className="reflow-table" tabIndex={0} role="region" aria-label="表格">
      <table data-y={block.y}>
        <tbody>
          {block.rows.map((row, y) => (
            <tr key={y}>
              {row.map((_, x) => (
                <td key={x}>
                  <Text block={{ ...block, links: [] }} pieces={marks.pieces[start + y * width + x]} current={marks.current} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The continuation of a paragraph from another page, with that page's number. */
const Rest = ({ page, before }: { page: PageBlocks; before: string }) => {
  const marks = useMarks(page)
  const block = page.blocks[0]!
  return (
    <>
      {seam(before, block.text)}
      <span className="reflow-turn" data-text={page.page} data-y={block.y} aria-hidden="true">
        {page.page}
      </span>
      <Text block={block} pieces={marks.pieces[0]} current={marks.current} />
    </>
  )
}

type BlockProps = { flow: FlowBlock; start: number; marks: Marks; pages: Map<number, PageBlocks> }
const Block = ({ flow: { block, rest }, start, marks, pages }: BlockProps) => {
  if (block.kind === "table") return <Table block={block} start={start} marks={marks} />
  const text = <Text block={block} pieces={marks.pieces[start]} current={marks.current} />
  const lang = isLatin(block.text) ? "en" : undefined
  if (block.kind === "heading") {
    const Title = `h${Math.min(6, block.level + 1)}` as "h2"
    return (
      <Title lang={lang} data-y={block.y} data-level={block.level}>
        {text}
      </Title>
    )
  }
  if (block.kind === "code")
    return (
      <div className="reflow-code" tabIndex={0} role="region" aria-label="代码" data-y={block.y}>
        <pre>{text}</pre>
      </div>
    )
  if (block.kind === "item")
    return (
      <p className="reflow-item" lang={lang} data-y={block.y} data-depth={block.level}>
        <span className="reflow-marker">{block.marker || "•"}</span>
        <span>{text}</span>
      </p>
    )
  if (block.kind === "contents")
    return (
      <p className="reflow-entry" data-y={block.y}>
        <span>{text}</span>
        <span className="num">{block.number}</span>
      </p>
    )
  return (
    <p className={block.kind === "paragraph" ? undefined : `reflow-${block.kind}`} lang={lang} data-y={block.y}>
      {text}
      {rest.map(({ page }, at) => (
        <Rest key={page} page={pages.get(page)!} before={at ? rest[at - 1]!.block.text : block.text} />
      ))}
    </p>
  )
}

type PageProps = { page: PageBlocks; flow: FlowPage; pages: Map<number, PageBlocks> }
/** The structured content of one page; search matches are highlighted, the current one stronger. */
export const TextPage = memo(({ page, flow, pages }: PageProps) => {
  const marks = useMarks(page)
  const starts = useMemo(() => startsOf(page), [page])
  return (
    <section data-text={page.page} aria-label={`第 ${page.page} 页`}>
      <span className="reflow-n" aria-hidden="true">
        {page.page}
      </span>
      {flow.blocks.map((one, index) => (
        <Block key={index} flow={one} start={starts.get(one.block) ?? 0} marks={marks} pages={pages} />
      ))}
      {page.blocks.length === 0 && <PagePicture page={page.page} />}
    </section>
  )
})
TextPage.displayName = "TextPage"
