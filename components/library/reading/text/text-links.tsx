"use client"

import type { MouseEvent, ReactNode } from "react"
import type { TextBlock } from "@/lib/contract/types"
import { latinRuns } from "./latin-text"
import { linkedPieces, type Piece } from "./text-marks"
import { useReaderStore } from "../store/use-reader"

type Link = TextBlock["links"][number]

const Anchor = ({ link, children }: { link: Link; children: ReactNode }) => {
  const store = useReaderStore()
  if (link.to_page === 0)
    return (
      <a className="lk" href={link.url} target="_blank" rel="noopener nofollow ugc">
        {children}
      </a>
    )
  const press = (event: MouseEvent) => {
    // with a modifier key the browser opens the page in a new tab
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    store.getState().goTo(link.to_page, true)
  }
  return (
    <a className="lk" href={`#page=${link.to_page}`} title={`第 ${link.to_page} 页`} onClick={press}>
      {children}
    </a>
  )
}

/** A text whose runs of Latin words have their own face and quotes. */
const Words = ({ text }: { text: string }) =>
  latinRuns(text).map((part, at) =>
    part.latin ? (
      <span key={at} lang="en">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )

/** A text with its links and search highlights; `current` = the highlight of the current match. */
export const TextLinks = ({ pieces, links, current }: { pieces: Piece[]; links: Link[]; current: number }) =>
  linkedPieces(pieces, links).map(({ text, nth, link }, index) => {
    const content = nth < 0 ? <Words key={index} text={text} /> : <mark data-at={nth === current || undefined}>{text}</mark>
    if (link < 0)
      return nth < 0 ? (
        content
      ) : (
        <mark key={index} data-at={nth === current || undefined}>
          {text}
        </mark>
      )
    return (
      <Anchor key={index} link={links[link]!}>
        {content}
      </Anchor>
    )
  })
