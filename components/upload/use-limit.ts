"use client"

import { useCallback, useEffect, useMemo, useState } from "react"
import { useSession, useSessionStore } from "@/components/providers/session"
import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { type UploadLimits, uploadLimits } from "@/lib/upload/rules"

/** The current upload limits of this user. `left` = remaining uploads today, null = unlimited; undefined = the server does not say. */
export type UserUploadLimit = UploadLimits & {
  allowed: boolean
  reason: string
  review: boolean | undefined
  left: number | null | undefined
  reward: number | undefined
}

type Answer = Omit<UserUploadLimit, keyof UploadLimits> & { megabytes: number; ext: string[] }

/** The limits if the server has no call for them, or does not answer. */
const unknown = { review: undefined, left: undefined, reward: undefined, megabytes: 0, ext: [] }

/** null = the session has expired */
const ask = async (): Promise<Answer | null | undefined> => {
  const reply = await api("GET /upload/limit")
  if (reply.ok) {
    const { left_today, ...rest } = reply.data
    return { ...rest, left: left_today < 0 ? null : left_today }
  }
  if (reply.status === 401) return null
  if (reply.status === 0) return undefined
  // a compatible server without a limits call still reports who may upload
  const may = await api("GET /user/caniuploaddocument")
  if (!may.ok && may.status === 401) return null
  return {
    ...unknown,
    allowed: may.ok || may.status === 0,
    reason: may.ok ? "" : refusalText(may, may.status === 403 ? "你暂无权限上传文档" : "上传权限没有读到"),
  }
}

/** undefined = not loaded yet, null = the session has expired. `again` reloads the limit, because every upload counts against it. */
export const useLimit = (): { limit: UserUploadLimit | null | undefined; again: () => void } => {
  const { max_document_size, document_allowed_ext } = useSettings().security
  const [answer, setAnswer] = useState<Answer | null | undefined>(undefined)
  const session = useSessionStore()
  const token = useSession((state) => state.token)
  const again = useCallback(() => {
    void ask().then((newAnswer) => {
      if (newAnswer === null) void session.getState().reload()
      // without a network the previous limits stay, initially the page's settings
      setAnswer((before) =>
        // after the end of the session too, until the user has logged in again
        !newAnswer && (before || newAnswer === undefined) ? (before ?? { ...unknown, allowed: true, reason: "" }) : newAnswer,
      )
    })
  }, [session])
  useEffect(() => {
    if (token) again()
  }, [again, token])
  const limit = useMemo(() => {
    if (!answer) return answer
    const { megabytes, ext, ...rest } = answer
    return { ...rest, ...uploadLimits(megabytes || max_document_size, ext.length ? ext : document_allowed_ext) }
  }, [answer, max_document_size, document_allowed_ext])
  return { limit, again }
}
