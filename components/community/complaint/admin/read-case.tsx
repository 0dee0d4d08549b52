"use client"

import { useEffect, useState } from "react"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { ComplaintCase } from "@/lib/contract/types"
import { CaseBody } from "./case-body"

/** Reads a case; `onRead` receives it for the actions beside it. */
export const ReadCase = ({ id, onRead }: { id: number; onRead?: (row: ComplaintCase) => void }) => {
  const [row, setRow] = useState<ComplaintCase | null>(null)
  const [failure, setFailure] = useState("")
  useEffect(() => {
    let alive = true
    void api("GET /complaint", { id }).then((reply) => {
      if (!alive) return
      if (!reply.ok) return setFailure(refusalText(reply, "投诉没有读到"))
      setRow(reply.data)
      onRead?.(reply.data)
    })
    return () => {
      alive = false
    }
  }, [id, onRead])
  return (
    <div className="adm-case">
      <RefusalNote text={failure} />
      {row ? <CaseBody row={row} /> : failure ? null : <Skeleton height={320} />}
    </div>
  )
}
