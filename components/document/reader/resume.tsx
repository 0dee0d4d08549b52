"use client"

import { Icon } from "@/components/ui/icon"
import { useResume } from "./use-resume"
import { TextOffer } from "./text/text-offer"
import { useReaderStore } from "./use-reader"

/** 上次读到第 17 页: lies over the first page's margin, so that the pages do not move when it comes and goes. */
export const Resume = () => {
  const store = useReaderStore()
  const { offered: page, dismiss } = useResume()
  // one message at a time
  if (!page) return <TextOffer />
  return (
    <div className="resume" role="status">
      <Icon name="clock" small />
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
        <Icon name="close" small />
      </button>
    </div>
  )
}
