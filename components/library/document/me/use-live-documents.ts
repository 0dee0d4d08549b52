"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useResettingState } from "@/components/ui/use-resetting-state"
import { followProgress } from "@/lib/api/progress"
import type { ProgressEvent } from "@/lib/contract/streams"
import type { MyDocument } from "@/lib/view/library/my-document"

/** Returns the server's list, updated by the progress events of conversions. */
export const useLiveDocuments = (documents: MyDocument[]): MyDocument[] => {
  const router = useRouter()
  // a reloaded list replaces earlier events
  const [steps, setSteps] = useResettingState<Record<number, ProgressEvent>>({}, documents)
  useEffect(
    () =>
      followProgress({
        onEvent: (event) => setSteps((before) => ({ ...before, [event.id]: event })),
        onReturn: () => router.refresh(),
      }),
    [router, setSteps],
  )
  return documents.map((document) => {
    const step = steps[document.id]
    if (!step) return document
    const { status, pages, converted_pages, convert_error } = step
    return { ...document, status, pages: pages || document.pages, converted_pages, convert_error }
  })
}
