"use client"

import { useEffect, useState } from "react"
import { useReader } from "./use-reader"

/** Whether it is worth drawing this: false for what only flies past, true from the first calm moment on. */
export const useUnhurried = (): boolean => {
  const flying = useReader((state) => state.flying)
  const [begun, setBegun] = useState(!flying)
  useEffect(() => {
    if (!flying) setBegun(true)
  }, [flying])
  return begun
}
