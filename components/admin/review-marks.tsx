import { SensitiveAction, SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import type { ListedComment } from "@/lib/contract/types"

type Marks = Pick<ListedComment, "claimed_by" | "hits">

/** Below the title of a row in a list: the colleague who has claimed it at the review desk, and its sensitive words. */
export const ReviewMarks = ({ row: { claimed_by = "", hits = [] } }: { row: Marks }) =>
  claimed_by || hits.length > 0 ? (
    <span className="adm-marks">
      {claimed_by ? <span className="tag info">由 {claimed_by} 处理中</span> : null}
      {hits.map(({ word, category, action }) => (
        <span key={`${word}/${category}/${action}`} className="tag warn">
          {word} · {SensitiveCategory.labelOf(category)} · {SensitiveAction.labelOf(action)}
        </span>
      ))}
    </span>
  ) : null
