"use client"

import { useEffect, useRef } from "react"
import { Icon } from "@/components/ui/icon"
import { cutSnippet, nothingFound, tellCount, tellHidden } from "./search"
import { goToHit, goToNextHit } from "./use-search"
import { useReader, useReaderStore } from "../use-reader"

/** 在文档内搜索: the words, how many places, and every place with the text around it. */
export const SearchPanel = ({ onClose, onGo }: { onClose?: () => void; onGo?: () => void }) => {
  const store = useReaderStore()
  const inside = useReader((state) => state.inside)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[data-hit="${inside.at}"]`)
    const box = list.current
    if (box && entry && (entry.offsetTop < box.scrollTop || entry.offsetTop + entry.offsetHeight > box.scrollTop + box.clientHeight))
      box.scrollTo({ top: entry.offsetTop - box.clientHeight / 3 })
  }, [inside.at, inside.hits])
  const type = (word: string) =>
    store.getState().set({ inside: word.trim() ? { ...store.getState().inside, word } : { ...nothingFound, word } })
  const step = (forward: boolean) => goToNextHit(store, forward)
  const count = tellCount(inside)
  const hidden = tellHidden(inside)
  const many = inside.hits.length > 0
  return (
    <div className="find" role="search" aria-label="在文档内搜索">
      <form
        className="find-h"
        onSubmit={(event) => {
          event.preventDefault()
          step(true)
          if (many) onGo?.()
        }}
      >
        <label className="in">
          <Icon name="search" small />
          <input
            ref={field}
            type="search"
            value={inside.word}
            maxLength={64}
            placeholder="在文档内搜索"
            aria-label="在文档内搜索"
            enterKeyHint="search"
            autoComplete="off"
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || !event.shiftKey) return
              event.preventDefault()
              step(false)
            }}
          />
        </label>
        {onClose && (
          <button type="button" className="ib" aria-label="关闭搜索" onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </form>
      <div className="find-n">
        <span role="status">{inside.state === "loading" ? "正在查找…" : inside.state === "failed" ? "" : count}</span>
        <button type="button" className="ib" aria-label="上一处" title="上一处（Shift+Enter）" disabled={!many} onClick={() => step(false)}>
          <Icon name="up" small />
        </button>
        <button type="button" className="ib flip" aria-label="下一处" title="下一处（Enter）" disabled={!many} onClick={() => step(true)}>
          <Icon name="up" small />
        </button>
      </div>
      {inside.state === "failed" && (
        <div className="side-note" role="alert">
          <p>{inside.message}</p>
          <button type="button" className="bt sm" onClick={() => store.getState().set({ inside: { ...inside, round: inside.round + 1 } })}>
            再试一次
          </button>
        </div>
      )}
      {inside.state === "done" && !many && !hidden && <p className="side-note">换个更短的词试试。图片里的字可能没有识别出来。</p>}
      {inside.state === "idle" && <p className="side-note">输入词语，查看它在这份文档里的每一处。</p>}
      {many && (
        <ol className="find-l" ref={list} aria-label="搜索结果">
          {inside.hits.map((hit, index) => {
            const [before, word, after] = cutSnippet(hit)
            return (
              <li key={index}>
                <button
                  type="button"
                  data-hit={index}
                  aria-current={index === inside.at ? "true" : undefined}
                  onClick={() => {
                    goToHit(store, index)
                    onGo?.()
                  }}
                >
                  <small>第 {hit.page} 页</small>
                  <span>
                    {before}
                    <mark>{word}</mark>
                    {after}
                  </span>
                </button>
              </li>
            )
          })}
        </ol>
      )}
      {many && inside.total - inside.hidden > inside.hits.length && <p className="side-note">只列出前 {inside.hits.length} 处</p>}
      {hidden && <p className="side-note">{hidden}</p>}
    </div>
  )
}
