"use client"

import { useEffect, useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { localStore } from "@/lib/browser-storage"
import { switchView } from "./switch-view"
import { useReader, useReaderStore } from "../store/use-reader"

const key = "text-offer"

const isSettled = (): boolean => localStore.getItem(key) !== null
const settle = (): void => void localStore.setItem(key, "1")

/** 字太小？看文字版: offered once per browser, on phones, if letters are too small and reading has begun; hidden after it was used or closed. */
export const TextOffer = () => {
  const store = useReaderStore()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(!isSettled()), [])
  const able = useReader(({ view, source, policy, mode }) => view === "pages" && mode !== "slides" && source.hasText && policy.selectable)
  const begun = useReader(({ page, frame }) => page > 1 || (frame?.getBoundingClientRect().top ?? 1) < 0)
  if (!open || !able || !begun) return null
  const close = () => {
    settle()
    setOpen(false)
  }
  return (
    <div className="resume text-offer" role="status">
      <MoreIcon name="letters" small />
      <span>字太小？</span>
      <button
        type="button"
        className="lk"
        onClick={() => {
          close()
          switchView(store)
        }}
      >
        看文字版
      </button>
      <button type="button" className="ib" aria-label="不再提示" onClick={close}>
        <MoreIcon name="close" small />
      </button>
    </div>
  )
}
