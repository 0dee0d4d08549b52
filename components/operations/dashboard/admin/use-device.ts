"use client"

import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"

/** Refresh interval (ms). */
export const deviceMs = 5_000

const readDevice = () => api("GET /device")

/** Returns the state of the server machine, refreshed while the tab is visible; null until the first answer and if it is not enabled. */
export const useDevice = (isEnabled: boolean): Output<"GET /device"> | null => {
  // the last reading remains if one request fails
  return useAnswer(isEnabled ? readDevice : null, undefined, deviceMs).data
}
