"use client"

import { useRouter } from "next/navigation"
import { useLayoutEffect, useRef, useState, type FormEvent } from "react"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { WithCall } from "@/components/ui/with-call"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { kindOf, searchHref, type SearchKind } from "@/lib/view/library/list/search-href"
import { rememberSearch } from "@/lib/view/library/search-history"
import { SearchInput } from "./search-input"

type Props = { submitLabel?: string; placeholder?: string; wd?: string; type?: SearchKind; clearable?: boolean; large?: boolean }

/**
 * The search of home and result page: kind and keyword. It is a plain GET form, so it works before (and without) JavaScript;
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
  const [kind, setKind] = useState<SearchKind>(type)
  const [filled, setFilled] = useState(wd !== "")
  const scope = useRef<HTMLSelectElement>(null)

  // keeps values entered before hydration: React leaves them in the DOM, but not in its state
  useLayoutEffect(() => {
    setKind(kindOf(scope.current?.value))
    setFilled(input.current?.value !== "")
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const word = input.current?.value ?? ""
    const href = searchHref(word, kind)
    if (!href) return input.current?.focus()
    rememberSearch(word)
    input.current?.blur()
    router.push(href)
  }
  const choose = (next: SearchKind) => {
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
    <form noValidate className="bigs" role="search" aria-label="搜索资料" action="/search" onSubmit={submit}>
      <span className="type">
        <select ref={scope} name="type" aria-label="搜索范围" value={kind} onChange={(event) => choose(kindOf(event.target.value))}>
          <option value="0">文档</option>
          <option value="1">文章</option>
          <WithCall call="GET /search">
            <option value="-1">全部</option>
          </WithCall>
        </select>
        <Icon name="down" small />
      </span>
      <SearchInput
        input={input}
        kind={kind}
        wd={wd}
        label={kind === ContentKind.article ? "搜索文章" : kind === ContentKind.document ? "搜索文档" : "搜索文档和文章"}
        placeholder={placeholder}
        onText={(text) => setFilled(text !== "")}
      />
      {clearable ? (
        <button type="button" className="ib" aria-label="清空" onClick={clear} hidden={!filled}>
          <MoreIcon name="close" small />
        </button>
      ) : null}
      <button className={large ? "bt p lg" : "bt p"}>{submitLabel}</button>
    </form>
  )
}
