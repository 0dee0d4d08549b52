"use client"

import { Input } from "antd"
import { MoreIcon } from "@/components/ui/more-icon"
import { textOfArticle } from "@/lib/rules/articles/article-html"

type Props = { html: string; onTake: () => void; onClose: () => void }

/** The version that another user has saved since; copy from it, or replace yours with it. */
export const OtherText = ({ html, onTake, onClose }: Props) => (
  <section className="card pad post-other" aria-label="另一处保存的正文">
    <div className="alert warn post-draft" role="status">
      <MoreIcon name="alert" />
      <span>
        <b>另一处也改了正文</b>
        <span>下面是那边保存的文字，可以从中复制；保存后以你的为准。</span>
      </span>
      <button type="button" className="bt sm" onClick={onTake}>
        改用那一份
      </button>
      <button type="button" className="bt text sm" onClick={onClose}>
        收起
      </button>
    </div>
    <Input.TextArea aria-label="那边保存的文字" value={textOfArticle(html)} readOnly autoSize={{ minRows: 4, maxRows: 16 }} />
  </section>
)
