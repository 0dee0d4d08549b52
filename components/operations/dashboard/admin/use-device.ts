"use client"

import { useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"

/** Refresh interval (ms). */
export const deviceMs = 5_000

/** Returns the state of the server machine, refreshed while the tab is visible; null until the first answer and if `wanted` is false. */
export const useDevice = (isEnabled: boolean): Output<"GET /device"> | null => {
  const [device, setDevice] = useState<Output<"GET /device"> | null>(null)
  useEffect(() => {
    if (!isEnabled) return
    let alive = true
    const read = async () => {
      const reply = await api("GET /device")
      // keep the last reading if one request fails
      if (alive && reply.ok) setDevice(reply.data)
    }
    void read()
    const timer = setInterval(() => document.visibilityState === "visible" && void read(), deviceMs)
    return () => {
      alive = false
      clearInterval(timer)
    }
  }, [isEnabled])
  return device
}
