"use client"

import dynamic from "next/dynamic"
import { MoreIcon } from "@/components/ui/more-icon"
import { boxOf } from "../store/page-layout"
import type { ReaderState } from "../store/reader-store"
import { useResume } from "./use-resume"
import { useReader, useReaderStore } from "../store/use-reader"

/** Loaded only where it may be offered: on phones. */
const TextOffer = dynamic(() => import("../text/text-offer").then((module) => module.TextOffer), { ssr: false })

/** Font size of a typical document (points), and the size below which text is too small on a phone (CSS pixels). */
const usual = 10.5
const small = 9
const hasTinyLetters = ({ plan, page }: ReaderState): boolean => {
  const scale = plan && boxOf(plan, page)?.scale
  return !!scale && scale * usual < small
}

/** 上次读到第 17 页: overlays the first page's margin, so that the pages do not shift when it appears or disappears. */
export const Resume = () => {
  const store = useReaderStore()
  const { offered: page, dismiss } = useResume()
  const tiny = useReader(hasTinyLetters)
  const searching = useReader((state) => state.search.hits.length > 0)
  // display only one message at a time
  if (searching) return null
  if (!page) return tiny ? <TextOffer /> : null
  return (
    <div className="resume" role="status">
      <MoreIcon name="clock" small />
      <span>上次读到第 {page} 页</span>
      <a
        className="lk"
        href={`#page=${page}`}
        onClick={(event) => {
          event.preventDefault()
          dismiss()
          store.getState().goTo(page, true)
        }}
      >
        继续
      </a>
      <button type="button" className="ib" aria-label="不再提示" onClick={dismiss}>
        <MoreIcon name="close" small />
      </button>
    </div>
  )
}
