"use client"

import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import type { Result } from "@/lib/contract/types"
import { BatchBar } from "./batch-bar"
import { useBatch } from "./use-batch"
import { useSelection } from "./use-selection"

type Row = { id: number; title: string }
/**
 * `kind` and `unit` are the noun and its measure word (文章, 篇); `warning` explains the consequences of deleting these ids; `remove` deletes
 * the rows with these ids.
 */
type Options = {
  rows: Row[]
  kind: string
  unit: string
  warning: string | ((ids: number[]) => Promise<string>)
  remove: (ids: number[]) => Promise<Result<unknown>>
}

/** Deletes the user's rows, one by one or as a selection, after a confirmation. `act` and `busy` are for other actions on the same rows. */
export const useDeletion = ({ rows, kind, unit, warning, remove }: Options) => {
  const feedback = useFeedback()
  const { busy, act } = useBatch()
  const selection = useSelection(rows.map(({ id }) => id))
  const ask = async (ids: number[], title: string) => {
    const content = typeof warning === "string" ? warning : await warning(ids)
    const agreed = await feedback.confirm({ title, content, okText: "删除", danger: true })
    if (agreed && (await act(ids, () => remove(ids), ids.length > 1 ? `已删除 ${ids.length} ${unit}${kind}` : "删除成功")))
      selection.clear()
  }
  const bar = (
    <BatchBar selection={selection} unit={unit}>
      <button
        type="button"
        className="bt sm danger"
        disabled={selection.ids.length === 0}
        onClick={() => void ask(selection.ids, `删除选中的 ${selection.ids.length} ${unit}${kind}`)}
      >
        <MoreIcon name="trash" small />
        删除
      </button>
    </BatchBar>
  )
  return { busy, act, selection, bar, deleteRow: ({ id, title }: Row) => void ask([id], `删除《${title}》`) }
}
