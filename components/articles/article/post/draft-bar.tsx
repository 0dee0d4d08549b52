"use client"

import { MoreIcon } from "@/components/ui/more-icon"
import { clock, minute } from "@/lib/rules/time"
import type { Draft } from "./drafts"
import type { SavedState } from "./use-drafts"

type Props = {
  draft: Draft
  /** the article was saved after the draft was started */ changed: boolean
  onRestore: () => void
  onDiscard: () => void
}

/** Offers an earlier draft: 恢复 or 丢弃. */
export const DraftBar = ({ draft, changed, onRestore, onDiscard }: Props) => (
  <div className="alert warn post-draft" role="status">
    <MoreIcon name="clock" />
    <span>
      <b>
        {minute(draft.at)} 有一份没有发布的草稿{draft.fields.title.trim() ? `《${draft.fields.title.trim().slice(0, 40)}》` : ""}
      </b>
      {changed ? <span>文章在那以后又改过，恢复会换掉现在的内容。</span> : null}
    </span>
    <button type="button" className="bt sm" onClick={onRestore}>
      恢复
    </button>
    <button type="button" className="bt text sm" onClick={onDiscard}>
      丢弃
    </button>
  </div>
)

/** Explains that the form continues with the draft that the end of a session interrupted. */
export const ResumedBar = ({ onDiscard }: { onDiscard: () => void }) => (
  <div className="alert info post-draft" role="status">
    <MoreIcon name="clock" />
    <b>已接上登录失效前写的内容</b>
    <button type="button" className="bt text sm" onClick={onDiscard}>
      丢弃
    </button>
  </div>
)

const words: Record<SavedState, (time: string) => string> = {
  none: () => "写下的内容会自动存成草稿",
  saved: (time) => `草稿已在 ${time} 存到这个浏览器`,
  full: () => "浏览器存不下这份草稿，请尽快发布",
}

/** The length of the text, and whether it is saved as a draft. */
export const DraftState = ({ state, at, letters }: { state: SavedState; at: number; letters: number }) => (
  <p className="muted post-state">
    <span aria-live="polite">{words[state](clock(at))}</span>
    <span className="num">{letters} 字</span>
  </p>
)
