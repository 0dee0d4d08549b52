"use client"

import { useEffect, useState } from "react"
import { useSession } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { followProgress } from "@/lib/api/progress"
import type { ProgressEvent } from "@/lib/contract/streams"
import { awaitsFirstPages } from "@/lib/rules/library/document-status"
import type { UploadItem } from "@/lib/upload/item"
import { useUpload, useUploadStore } from "./upload-context"

export type Steps = Record<string, ProgressEvent>

const perPage = 100

/** Loads the status of the newest documents, as many as are being watched. */
const readStates = async (person: number, watched: ReadonlySet<string>): Promise<Steps> => {
  const steps: Steps = {}
  for (let page = 1; page <= Math.ceil(watched.size / perPage); page++) {
    const reply = await api("GET /document/list", { user_id: [person], order: "id desc", page, size: perPage })
    if (!reply.ok) break
    for (const { id, uuid, title, status, pages, converted_pages, convert_error } of reply.data.document)
      if (watched.has(uuid)) steps[uuid] = { id, uuid, title, status, pages, converted_pages, convert_error }
  }
  return steps
}

const uuidsOf = (items: UploadItem[], steps: Steps): ReadonlySet<string> =>
  new Set(items.flatMap(({ uuid, status }) => (uuid && awaitsFirstPages(steps[uuid]?.status ?? status) ? uuid : [])))

/** Follows the conversions of new uploads. Steps missed in a hidden tab are loaded from the list. */
export const useConversions = (active: boolean): Steps => {
  const store = useUploadStore()
  const items = useUpload((state) => state.items)
  const person = useSession((state) => state.user?.id ?? 0)
  const [steps, setSteps] = useState<Steps>({})
  useEffect(() => {
    if (!active) return
    let knownSteps: Steps = {}
    const learn = (news: Steps) => {
      knownSteps = { ...knownSteps, ...news }
      setSteps((before) => ({ ...before, ...news }))
    }
    return followProgress({
      onEvent: (event) => learn({ [event.uuid]: event }),
      onReturn: () => void readStates(person, uuidsOf(store.getState().items, knownSteps)).then(learn),
    })
  }, [store, person, active])
  // a small file may be converted before its row knows its document
  useEffect(() => {
    for (const { uuid, status } of items) {
      const step = steps[uuid]
      if (step && step.status !== status) store.getState().step(uuid, step.status)
    }
  }, [store, items, steps])
  return steps
}
