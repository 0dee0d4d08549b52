"use client"

import { memo, useMemo } from "react"
import { hitsOn } from "../search/search"
import { paragraphsOf } from "./reflow"
import { markedParagraphs } from "./text-marks"
import { useReader } from "../use-reader"

/** The text of one page as paragraphs; hits of the search are marked, the current one stronger. */
export const TextPage = memo(({ page, text }: { page: number; text: string }) => {
  const hits = useReader((state) => state.search.hits)
  const word = useReader((state) => (state.search.hits.length ? state.search.word : ""))
  const at = useReader((state) => (state.search.hits[state.search.at]?.page === page ? state.search.at : -1))
  const paragraphs = useMemo(() => paragraphsOf(text), [text])
  const here = useMemo(() => hitsOn(hits, page), [hits, page])
  const marked = useMemo(() => markedParagraphs(paragraphs, here.length ? word : ""), [paragraphs, here, word])
  return (
    <section data-text={page} aria-label={`第 ${page} 页`}>
      <span className="reflow-n" aria-hidden="true">
        {page}
      </span>
      {marked.map((pieces, index) => (
        <p key={index}>
          {pieces.map(({ text: piece, nth }, place) =>
            nth < 0 ? (
              piece
            ) : (
              <mark key={place} data-at={(at >= 0 && here[nth]?.index === at) || undefined}>
                {piece}
              </mark>
            ),
          )}
        </p>
      ))}
      {!text.trim() && <p className="muted">这一页没有文字</p>}
    </section>
  )
})
TextPage.displayName = "TextPage"
