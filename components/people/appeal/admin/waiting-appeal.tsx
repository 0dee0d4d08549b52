"use client"

import { useCallback } from "react"
import { RefusalNote } from "@/components/ui/refusal-note"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"

import { AppealBody } from "./appeal-body"

/** Reads an appeal; `failure` says why it could not be read. */
export const useAppeal = (id: number) => {
  const { data: appeal, failure } = useAnswer(
    useCallback(() => api("GET /appeal", { id }), [id]),
    "申诉没有读到",
  )
  return { appeal, failure }
}

/** An appeal in the review queue. Its claim says why a reviewer may not answer it. */
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
