"use client"

import { type CSSProperties, type MouseEvent, useEffect, useState } from "react"
import type { PageLink } from "@/lib/contract/types"
import { boxOf, depthOf } from "../store/page-layout"
import type { ReaderStore } from "../store/reader-store"
import { useReader, useReaderStore } from "../store/use-reader"
import { linksOf } from "./link-pages"

const placeOf = ({ x, y, width, height }: PageLink) => ({ "--x": x, "--y": y, "--bw": width, "--bh": height }) as CSSProperties

/** Follows a link; its target is positioned slightly below the top. */
const follow = (store: ReaderStore, { to, down }: PageLink) => {
  const { plan, turn, goTo } = store.getState()
  const box = plan && boxOf(plan, to)
  goTo(to, true, box && down > 0 && turn === 0 ? Math.max(0, depthOf(box, down) - 24) : 0)
}

const Inside = ({ link }: { link: PageLink }) => {
  const store = useReaderStore()
  const press = (event: MouseEvent) => {
    // with a modifier key the browser opens the page in a new tab
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    follow(store, link)
  }
  return (
    <a href={`#page=${link.to}`} style={placeOf(link)} title={`第 ${link.to} 页`} aria-label={`跳到第 ${link.to} 页`} onClick={press} />
  )
}

const Outside = ({ link }: { link: PageLink }) => (
  <a
    href={link.url}
    style={placeOf(link)}
    target="_blank"
    rel="noopener nofollow ugc"
    title={link.url}
    aria-label={link.url.startsWith("mailto:") ? `写邮件给 ${link.url.slice(7)}` : `在新标签页打开 ${link.url}`}
  />
)

/** The links of a page, exactly above its image. Loaded when the page becomes visible. */
export const PageLinks = ({ page }: { page: number }) => {
  const store = useReaderStore()
  const seen = useReader((state) => page >= state.from && page <= Math.max(state.from, state.to))
  const version = useReader((state) => state.source.version)
  const [links, setLinks] = useState<PageLink[]>([])
  useEffect(() => {
    if (!seen) return
    let left = false
    void linksOf(store, page).then((pageLinks) => {
      if (!left) setLinks(pageLinks)
    })
    return () => {
      left = true
    }
  }, [seen, page, version, store])
  if (!links.length) return null
  return (
    <div className="page-links">
      {links.map((link, index) => (link.to > 0 ? <Inside key={index} link={link} /> : <Outside key={index} link={link} />))}
    </div>
  )
}
