"use client"

import { useEffect, type RefObject } from "react"
import { useKeys } from "./input/use-keys"
import { useTouch } from "./input/use-touch"
import { Resume } from "./resume"
import { useSearch } from "./search/use-search"
import { useCopy } from "./text/use-copy"
import { useConversion } from "./use-conversion"
import { useReader } from "./use-reader"
import { useViewCount } from "./use-view-count"

/*
 * What a reader does beside showing pages; none of it is needed for the first look, so its code comes after the pages (docs/decisions/142).
 */

/** Keys, search, copying, and going on where one left off; the reader's element says when they are there. */
export const ReaderEffects = () => {
  const frame = useReader((state) => state.frame)
  useKeys()
  useSearch()
  useCopy()
  useConversion()
  useViewCount()
  useEffect(() => frame?.setAttribute("data-alive", ""), [frame])
  return <Resume />
}

type Places = { outer: RefObject<HTMLDivElement | null>; inner: RefObject<HTMLDivElement | null> }

/** Fingers and wheel on the pages. */
export const Touch = ({ outer, inner }: Places) => {
  useTouch(outer, inner)
  return null
}
