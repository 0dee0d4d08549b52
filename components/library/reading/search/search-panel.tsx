"use client"

import { useEffect, useRef } from "react"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { nothingFound } from "../store/search"
import { cutSnippet, countText, unsearchedText } from "./search-texts"
import { goToHit, goToNextHit } from "./use-search"
import { useReader, useReaderStore } from "../store/use-reader"

/** 在文档内搜索: the field, the number of matches, and every match with its surrounding text. */
export const SearchPanel = ({ onClose, onGo }: { onClose?: () => void; onGo?: () => void }) => {
  const store = useReaderStore()
  const search = useReader((state) => state.search)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>(`[data-hit="${search.at}"]`)
    const box = list.current
    if (box && entry && (entry.offsetTop < box.scrollTop || entry.offsetTop + entry.offsetHeight > box.scrollTop + box.clientHeight))
      box.scrollTo({ top: entry.offsetTop - box.clientHeight / 3 })
  }, [search.at, search.hits])
  const type = (word: string) =>
    store.getState().set({ search: word.trim() ? { ...store.getState().search, word } : { ...nothingFound, word } })
  const step = (forward: boolean) => goToNextHit(store, forward)
  const count = countText(search)
  const source = useReader((state) => state.source)
  const unsearched = unsearchedText(search, source)
  const many = search.hits.length > 0
  return (
    <div className="find" role="search" aria-label="在文档内搜索">
      <form
        noValidate
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
            value={search.word}
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
            <MoreIcon name="close" />
          </button>
        )}
      </form>
      <div className="find-n">
        <span role="status">{search.state === "loading" ? "正在查找…" : search.state === "failed" ? "" : count}</span>
        <button type="button" className="ib" aria-label="上一处" title="上一处（Shift+Enter）" disabled={!many} onClick={() => step(false)}>
          <Icon name="up" small />
        </button>
        <button type="button" className="ib flip" aria-label="下一处" title="下一处（Enter）" disabled={!many} onClick={() => step(true)}>
          <Icon name="up" small />
        </button>
      </div>
      {search.state === "failed" && (
        <div className="side-note" role="alert">
          <p>{search.message}</p>
          <button type="button" className="bt sm" onClick={() => store.getState().set({ search: { ...search, round: search.round + 1 } })}>
            再试一次
          </button>
        </div>
      )}
      {search.state === "done" && !many && !unsearched && <p className="side-note">换个更短的词试试。图片里的字可能没有识别出来。</p>}
      {search.state === "idle" && <p className="side-note">输入词语，查看它在这份文档里的每一处。</p>}
      {many && (
        <ol className="find-l" ref={list} aria-label="搜索结果">
          {search.hits.map((hit, index) => {
            const [before, word, after] = cutSnippet(hit)
            return (
              <li key={index}>
                <button
                  type="button"
                  data-hit={index}
                  aria-current={index === search.at ? "true" : undefined}
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
      {many && search.total > search.hits.length && <p className="side-note">只列出前 {search.hits.length} 处</p>}
      {unsearched && <p className="side-note">{unsearched}</p>}
    </div>
  )
}
