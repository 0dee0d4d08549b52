"use client"

import { useEffect, useState } from "react"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { AppealDetail } from "@/lib/contract/types"
import { AppealBody } from "./appeal-body"

/** Reads an appeal; `failure` says why it could not be read. */
export const useAppeal = (id: number) => {
  const [read, setRead] = useState<{ appeal: AppealDetail | null; failure: string }>({ appeal: null, failure: "" })
  useEffect(() => {
    let alive = true
    void api("GET /appeal", { id }).then(
      (reply) =>
        alive && setRead(reply.ok ? { appeal: reply.data, failure: "" } : { appeal: null, failure: refusalText(reply, "申诉没有读到") }),
    )
    return () => {
      alive = false
    }
  }, [id])
  return read
}

/** An appeal at the desk of reviewers. Its claim says why a reviewer may not answer it. */
export const WaitingAppeal = ({ id }: { id: number }) => {
  const { appeal, failure } = useAppeal(id)
  if (!appeal && !failure) return <Skeleton height={240} />
  return (
    <div className="adm-case">
      <RefusalNote text={failure} />
      {appeal && <AppealBody appeal={appeal} atDesk />}
    </div>
  )
}
