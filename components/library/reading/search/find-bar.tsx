"use client"

import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { nothingFound } from "../store/search"
import { hitCountText } from "./search-texts"
import { goToNextHit } from "./use-search"
import { useReader, useReaderStore } from "../store/use-reader"

/** On phones, where the search panel covers the pages: steps through the matches after the panel was closed. */
export const FindBar = () => {
  const store = useReaderStore()
  const search = useReader((state) => state.search)
  const closed = useReader((state) => state.sheet === "")
  if (!closed) return null
  return (
    <div className="find-bar" role="toolbar" aria-label="搜索结果">
      <button type="button" className="ib" aria-label="上一处" onClick={() => goToNextHit(store, false)}>
        <Icon name="up" small />
      </button>
      <button
        type="button"
        className="find-word"
        aria-label={`${search.word}，${hitCountText(search)}，打开搜索`}
        onClick={() => store.getState().set({ sheet: "search" })}
      >
        {search.at + 1} / {search.total}
      </button>
      <button type="button" className="ib flip" aria-label="下一处" onClick={() => goToNextHit(store, true)}>
        <Icon name="up" small />
      </button>
      <button type="button" className="ib" aria-label="结束搜索" onClick={() => store.getState().set({ search: nothingFound })}>
        <MoreIcon name="close" small />
      </button>
    </div>
  )
}
