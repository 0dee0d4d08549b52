"use client"

import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { minute } from "@/lib/rules/time"
import { csvOf, downloadText, maxRows, readAll } from "./csv"
import type { CrudEntry } from "./entity"
import type { Named } from "./field"
import { inputOf, type Crud } from "./use-crud"

/** Downloads the rows that match the current filters as CSV, at most `maxRows`. */
export const ExportButton = ({
  crud,
  fields,
  name,
}: {
  crud: Pick<Crud<CrudEntry>, "read" | "state" | "total">
  fields: Named[]
  name: string
}) => {
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const run = async () => {
    const rows = await call(() => readAll(crud.read, inputOf(crud.state)))
    if (!rows) return
    downloadText(`${name} ${minute(Date.now()).replace(":", "")}.csv`, csvOf(fields, rows))
    if (rows.length < crud.total) feedback.warning(`一个文件最多 ${maxRows} 条，其余的没有导出。`)
  }
  return (
    <button
      type="button"
      className={busy ? "ib busy" : "ib"}
      disabled={busy || crud.total === 0}
      aria-label="导出 CSV"
      title="导出 CSV"
      onClick={() => void run()}
    >
      {busy ? <span className="spin" /> : <Icon name="download" />}
    </button>
  )
}
