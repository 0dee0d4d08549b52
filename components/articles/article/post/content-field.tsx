"use client"

import { Input } from "antd"
import dynamic from "next/dynamic"
import { MoreIcon } from "@/components/ui/more-icon"
import { Skeleton } from "@/components/ui/skeleton"
import type { ArticleSource } from "@/lib/contract/types"
import { isBeyondArticles, isBeyondEditor } from "@/lib/rules/articles/article-html"

const HtmlEditor = dynamic(() => import("../editor/html-editor").then((module) => module.HtmlEditor), {
  ssr: false,
  loading: () => <Skeleton height={596} />,
})

/** How a text is edited: in the editor, which displays `html` for it, or as its source. */
export type ContentView = { content: string; html: string; rich: boolean }

/**
 * Returns how to edit a text. Content that the editor would drop (styles, videos, frames) is edited as source, and so is content that it
 * could not safely parse.
 */
export const contentView = (content: string, article: Pick<ArticleSource, "content" | "display"> | null): ContentView => {
  const html = article && content === article.content ? article.display : content
  return { content, html, rich: !isBeyondArticles(content) }
}

/**
 * Returns how to edit a draft. The editor has written it, with attributes that no stored text has, unless the article was edited as source.
 */
export const draftView = (content: string, article: Pick<ArticleSource, "content" | "display"> | null): ContentView => {
  const view = contentView(content, article)
  return article && isBeyondArticles(article.content) ? view : { ...view, rich: !isBeyondEditor(content) }
}

type Props = {
  view: ContentView
  id?: string
  value?: string
  onChange?: (content: string) => void
  /** opens the text in the editor, without content that the editor drops */
  onRich: (() => void) | null
  "aria-invalid"?: "true"
}

/** The text of an article. Until it is edited it stays as it is stored, even if the editor displays it differently. */
export const ContentField = ({ view, id, value, onChange, onRich, "aria-invalid": invalid }: Props) =>
  view.rich ? (
    <HtmlEditor
      html={view.html}
      label="正文"
      describedBy={id ? `${id}_help` : undefined}
      invalid={invalid === "true"}
      onChange={(html) => onChange?.(html === view.html ? view.content : html)}
    />
  ) : (
    <div className="post-source">
      <div className="alert info post-draft">
        <MoreIcon name="article" />
        <span>
          <b>正文里有编辑器不支持的内容，例如样式、视频或嵌入的网页</b>
          <span>这里显示的是 HTML 源码，保存时一字不改。</span>
        </span>
        {onRich ? (
          <button type="button" className="bt sm" onClick={onRich}>
            改用编辑器
          </button>
        ) : null}
      </div>
      <Input.TextArea
        id={id}
        aria-label="正文的源码"
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
        autoSize={{ minRows: 16, maxRows: 32 }}
        spellCheck={false}
      />
    </div>
  )
