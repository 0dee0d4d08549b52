"use client"

import { useEffect, useState } from "react"
import type { Heading } from "@/lib/view/articles/article-body"

/** Returns the heading being read: the last one above the upper third of the window. */
const useCurrent = (headings: Heading[]): string => {
  const [current, setCurrent] = useState("")
  useEffect(() => {
    let frameRequest = 0
    const look = () => {
      frameRequest = 0
      const line = window.innerHeight / 3
      const passed = headings.filter(({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line)
      setCurrent(passed.at(-1)?.id ?? "")
    }
    const onScroll = () => void (frameRequest ||= requestAnimationFrame(look))
    look()
    window.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      window.removeEventListener("scroll", onScroll)
      cancelAnimationFrame(frameRequest)
    }
  }, [headings])
  return current
}

/** 目录: links to the headings; marks the one being read. */
export const ArticleToc = ({ headings }: { headings: Heading[] }) => {
  const current = useCurrent(headings)
  return (
    <nav className="toc" aria-label="目录">
      <h2>目录</h2>
      <ol>
        {headings.map(({ id, text, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`} aria-current={current === id ? "location" : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
