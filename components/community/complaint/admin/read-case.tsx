"use client"

import { useCallback, useEffect } from "react"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { ComplaintCase } from "@/lib/contract/types"
import { CaseBody } from "./case-body"

/** Reads a case; `onRead` receives it for the actions beside it. */
export const ReadCase = ({ id, onRead }: { id: number; onRead?: (row: ComplaintCase) => void }) => {
  const { data: row, failure } = useAnswer(
    useCallback(() => api("GET /complaint", { id }), [id]),
    "投诉没有读到",
  )
  useEffect(() => {
    if (row) onRead?.(row)
  }, [row, onRead])
  return (
    <div className="adm-case">
      <RefusalNote text={failure} />
      {row ? <CaseBody row={row} /> : failure ? null : <Skeleton height={320} />}
    </div>
  )
}
