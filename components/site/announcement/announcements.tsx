"use client"

import "@/app/styles/site/announcement.css"
import { useEffect, useRef, useState } from "react"
import { Link } from "@/components/ui/link"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import type { CurrentAnnouncement } from "@/lib/contract/types"
import { isExternal } from "@/lib/view/site/navigation-tree"
import { closeAnnouncement, isClosed } from "./closed-announcements"

const More = ({ href }: { href: string }) =>
  isExternal(href) ? (
    <a className="bt sm p" href={href} target="_blank" rel="noopener noreferrer">
      查看
    </a>
  ) : (
    <Link className="bt sm p" href={href}>
      查看
    </Link>
  )

/** Distance of the bar from the lower edge (px), as in its style sheet. */
const edge = { desktop: 20, phone: 72 }

/** Shows the latest announcement that this browser has not closed; closing it shows the next one. A failure shows nothing. */
export const Announcements = () => {
  const [waiting, setWaiting] = useState<CurrentAnnouncement[]>([])

  useEffect(() => {
    let alive = true
    void api("GET /announcement/current").then((reply) => {
      if (alive && reply.ok) setWaiting(reply.data.announcement.filter(({ id }) => !isClosed(id)))
    })
    return () => {
      alive = false
    }
  }, [])

  const [current, ...others] = waiting
  const bar = useRef<HTMLElement>(null)
  // a focused element below the bar scrolls above it
  useEffect(() => {
    if (!current) return
    const root = document.documentElement
    // in a low window the bar scrolls away with the page
    const height = matchMedia("(max-height: 479px)").matches ? 0 : (bar.current?.offsetHeight ?? 0)
    const low = matchMedia("(max-width: 767px)").matches
    root.style.scrollPaddingBottom = height > 0 ? `${height + (low ? edge.phone : edge.desktop) + 12}px` : ""
    return () => {
      root.style.scrollPaddingBottom = ""
    }
  }, [current])

  if (!current) return null
  const close = () => {
    closeAnnouncement(current)
    setWaiting(others)
  }
  return (
    <aside className="notice-bar" aria-label="站内公告" ref={bar}>
      <MoreIcon name="bell" />
      <div className="nb-text" role="status">
        <strong>{current.title}</strong>
        {current.content ? <p>{current.content}</p> : null}
      </div>
      <div className="nb-end">
        {others.length > 0 ? <span className="muted num">还有 {others.length} 条</span> : null}
        {current.href ? <More href={current.href} /> : null}
        <button type="button" className="ib" onClick={close} aria-label={current.dismissible ? "关闭，不再显示" : "收起"}>
          <MoreIcon name="close" />
        </button>
      </div>
    </aside>
  )
}
