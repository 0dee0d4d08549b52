"use client"

import "@/app/styles/big-search.css"
import { useRouter } from "next/navigation"
import { useLayoutEffect, useRef, useState, type FormEvent } from "react"
import { Icon } from "@/components/ui/icon"
import { ContentKind } from "@/lib/contract/enums"
import { searchHref } from "@/lib/view/list/search-href"

type Props = { submitLabel?: string; placeholder?: string; wd?: string; type?: 0 | 1; clearable?: boolean; large?: boolean }

/**
 * The search of home and result page: kind and keyword. A GET form underneath, so it works before (and without) script;
 * an empty keyword does nothing (docs/reference/specification.md 2).
 */
export const BigSearch = ({
  submitLabel = "搜索",
  placeholder = "请输入关键词",
  wd = "",
  type = 0,
  clearable = false,
  large = true,
}: Props) => {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<0 | 1>(type)
  const [filled, setFilled] = useState(wd !== "")
  const scope = useRef<HTMLSelectElement>(null)

  // values that were entered before hydration count; React keeps them on the page, but not in its state
  useLayoutEffect(() => {
    setKind(scope.current?.value === "1" ? 1 : 0)
    setFilled(input.current?.value !== "")
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const href = searchHref(input.current?.value ?? "", kind)
    if (href) router.push(href)
    else input.current?.focus()
  }
  const choose = (next: 0 | 1) => {
    setKind(next)
    const href = wd && input.current?.value ? searchHref(input.current.value, next) : ""
    if (href) router.push(href)
  }
  const clear = () => {
    if (!input.current) return
    input.current.value = ""
    input.current.focus()
    setFilled(false)
  }

  return (
    <form className="bigs" role="search" aria-label="搜索资料" action="/search" onSubmit={submit}>
      <span className="type">
        <select ref={scope} name="type" aria-label="搜索范围" value={kind} onChange={(event) => choose(event.target.value === "1" ? 1 : 0)}>
          <option value="0">文档</option>
          <option value="1">文章</option>
        </select>
        <Icon name="down" small />
      </span>
      <input
        ref={input}
        name="wd"
        defaultValue={wd}
        placeholder={placeholder}
        aria-label={kind === ContentKind.article ? "搜索文章" : "搜索文档"}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setFilled(event.target.value !== "")}
      />
      {clearable ? (
        <button type="button" className="ib" aria-label="清空" onClick={clear} hidden={!filled}>
          <Icon name="close" small />
        </button>
      ) : null}
      <button className={large ? "bt p lg" : "bt p"}>{submitLabel}</button>
    </form>
  )
}
