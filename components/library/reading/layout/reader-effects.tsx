"use client"

import dynamic from "next/dynamic"
import { useEffect, type RefObject } from "react"
import { useKeys } from "../input/use-keys"
import { useTouch } from "../input/use-touch"
import { useSignatures } from "../store/use-signatures"
import { Resume } from "./resume"
import { useRoom } from "../room/use-room"
import { useTaps } from "../room/use-taps"
import { useSearch } from "../search/use-search"
import { useCopy } from "../text/use-copy"
import { useConversion } from "./use-conversion"
import { isCropped } from "../store/reader-store"
import { useReader } from "../store/use-reader"
import { useViewCount } from "./use-view-count"

const SelectionMenu = dynamic(() => import("../text/selection-menu").then((module) => module.SelectionMenu), { ssr: false })
const CropMeasure = dynamic(() => import("./crop-measure").then((module) => module.CropMeasure), { ssr: false })

/*
 * The reader's functions beyond displaying pages. The first view does not need them, so their code loads after the pages
 * (docs/decisions/142).
 */

/** Keys, search, copying and resuming. `data-alive` on the reader's element signals that they are ready. */
export const ReaderEffects = () => {
  const frame = useReader((state) => state.frame)
  useKeys()
  useSearch()
  useCopy()
  useConversion()
  useSignatures()
  useViewCount()
  useRoom()
  useTaps()
  useEffect(() => frame?.setAttribute("data-alive", ""), [frame])
  // without thumbnails there is nothing small to measure
  const crops = useReader((state) => isCropped(state) && state.source.thumbs && state.view === "pages")
  const version = useReader((state) => state.source.version)
  const selects = useReader(
    ({ source, policy, view, mode }) => source.hasText && policy.selectable && view !== "sheets" && mode !== "slides",
  )
  return (
    <>
      <Resume />
      {selects && <SelectionMenu />}
      {crops && <CropMeasure key={version} />}
    </>
  )
}

type EffectTargets = { outer: RefObject<HTMLDivElement | null>; inner: RefObject<HTMLDivElement | null> }

/** Touch and wheel input on the pages. */
export const Touch = ({ outer, inner }: EffectTargets) => {
  useTouch(outer, inner)
  return null
}
