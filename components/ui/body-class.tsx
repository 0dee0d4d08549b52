"use client"

import { useEffect } from "react"

/**
 * Marks the body while the component is on the page ("" = not), for style rules about the whole page: Firefox knows `:has()` from 121 on and
 * Chromium from 105.
 */
export const useBodyClass = (name: string): void => {
  useEffect(() => {
    if (!name) return
    document.body.classList.add(name)
    return () => document.body.classList.remove(name)
  }, [name])
}

export const BodyClass = ({ name }: { name: string }) => {
  useBodyClass(name)
  return null
}
