"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import type { Result } from "@/lib/contract/types"

/** Runs an action on rows and reloads the list after success. `act` returns whether it succeeded. */
export const useBatch = () => {
  const router = useRouter()
  const [chosen, setChosen] = useState<number[]>([])
  const { busy, call } = useCall()
  const act = async (ids: number[], work: () => Promise<Result<unknown>>, done: string): Promise<boolean> => {
    setChosen(ids)
    const worked = (await call(work, { done })) !== null
    if (worked) router.refresh()
    return worked
  }
  return { busy: busy ? chosen : [], act }
}
