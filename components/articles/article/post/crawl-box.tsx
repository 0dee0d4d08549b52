"use client"

import { Input } from "antd"
import { useEffect, useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { Select } from "@/components/ui/form/select"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import type { Output } from "@/lib/contract/types"
import { RefusalNote } from "@/components/ui/refusal-note"

export type CrawledArticle = Output<"POST /article/crawl">

const modes = [
  { value: 0, label: "智能提取" },
  { value: 1, label: "自定义" },
]
const rules = [
  { name: "select", label: "选择器", placeholder: "正文的 CSS 选择器，一行一个，例如 .article-content" },
  { name: "exclude", label: "排除器", placeholder: "不要的部分，一行一个，例如 .ad" },
  { name: "replace", label: "替换", placeholder: "一行一条：原文 => 新文" },
] as const

/** Returns whether the user may import articles: staff, and members of a group with this permission. */
const useMayCrawl = (): boolean => {
  const permitted = useMay()("ArticleAPI/CrawlArticle")
  const [member, setMember] = useState(false)
  useEffect(() => {
    if (permitted) return
    void api("GET /user/group").then((reply) => setMember(reply.ok && reply.data.group.some((group) => group.enable_article_crawl)))
  }, [permitted])
  return permitted || member
}

/** 采集文章: imports title, text and source of a page on another site into the form. Renders nothing for users without the permission. */
export const CrawlBox = ({ onTaken }: { onTaken: (article: CrawledArticle) => void }) => {
  const may = useMayCrawl()
  const { busy, refusal, call } = useCall({ inline: true })
  const [url, setUrl] = useState("")
  const [mode, setMode] = useState(0)
  const [written, setWritten] = useState({ select: "", exclude: "", replace: "" })
  if (!may) return null
  const crawl = async () => {
    const article = await call(() => api("POST /article/crawl", { url, mode, ...(mode === 1 ? written : {}) }), {
      done: "采集成功",
      fallback: "采集失败",
    })
    if (article) onTaken(article)
  }
  return (
    <section className="card pad post-crawl" aria-label="采集文章">
      <div className="post-crawl-line">
        <Select aria-label="采集方式" value={mode} onChange={setMode} options={modes} />
        <Input
          aria-label="文章链接"
          inputMode="url"
          placeholder="请输入文章链接地址"
          maxLength={2_048}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          onPressEnter={(event) => {
            event.preventDefault()
            void crawl()
          }}
        />
        <BusyButton
          className="lg"
          busy={busy}
          icon={<Icon name="download" small />}
          disabled={busy || !url.trim()}
          onClick={() => void crawl()}
        >
          采集文章
        </BusyButton>
      </div>
      {mode === 1 ? (
        <div className="post-crawl-rules">
          {rules.map(({ name, label, placeholder }) => (
            <label key={name}>
              <span>{label}</span>
              <Input.TextArea
                rows={3}
                maxLength={2_000}
                placeholder={placeholder}
                spellCheck={false}
                value={written[name]}
                onChange={(event) => setWritten({ ...written, [name]: event.target.value })}
              />
            </label>
          ))}
        </div>
      ) : null}
      <RefusalNote text={refusal} />
    </section>
  )
}
