"use client"

import { useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"

/** Time between two readings, in ms. */
export const deviceMs = 5_000

/** The machine behind the site, read again while the tab is in sight; null until the first answer, and when `wanted` is false. */
export const useDevice = (wanted: boolean): Output<"GET /device"> | null => {
  const [device, setDevice] = useState<Output<"GET /device"> | null>(null)
  useEffect(() => {
    if (!wanted) return
    let alive = true
    const read = async () => {
      const reply = await api("GET /device")
      // what was read last stays where one reading fails
      if (alive && reply.ok) setDevice(reply.data)
    }
    void read()
    const timer = setInterval(() => document.visibilityState === "visible" && void read(), deviceMs)
    return () => {
      alive = false
      clearInterval(timer)
    }
  }, [wanted])
  return device
}
