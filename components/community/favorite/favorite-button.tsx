"use client"

import { Icon } from "@/components/ui/icon"
import { count } from "@/lib/rules/format"
import { useDocumentState } from "../../providers/document-state"
import { useFavorite } from "./use-favorite"

/** 收藏 / 已收藏; both labels have the same width, so that nothing beside the button moves. */
export const FavoriteButton = ({ iconOnly = false }: { iconOnly?: boolean }) => {
  const { on, busy, toggle } = useFavorite()
  return (
    <button
      type="button"
      className={iconOnly ? "ib favorite" : "bt text favorite"}
      aria-pressed={on}
      aria-busy={busy}
      aria-label={on ? "取消收藏" : "收藏"}
      title={on ? "取消收藏" : "收藏"}
      onClick={() => void toggle()}
    >
      <Icon name="bookmark" />
      {!iconOnly && <span>{on ? "已收藏" : "收藏"}</span>}
    </button>
  )
}

/** 312 人收藏, updated when the user adds or removes the document. */
export const FavoriteCount = () => {
  const favorites = useDocumentState((state) => state.favorites)
  return favorites > 0 ? <span className="desk-only">{count(favorites)} 人收藏</span> : null
}

/** The mean of all votes, updated when the user votes. */
export const RatingFact = () => {
  const score = useDocumentState((state) => state.score)
  const scores = useDocumentState((state) => state.scores)
  if (scores === 0) return null
  return (
    <span className="stars" title={`${count(scores)} 人评分`}>
      <Icon name="star" />
      {(score / 100).toFixed(1)}
      <span className="sr">分，{count(scores)} 人评分</span>
    </span>
  )
}
