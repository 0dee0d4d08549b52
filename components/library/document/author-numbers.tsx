"use client"

import { count } from "@/lib/rules/format"
import { useDocumentState } from "../../providers/document-state"

type Props = { doc: number; article: number; credit: number; creditName: string }

/** Displays the numbers as rendered, then the current ones, which equal the totals on the author's page. */
export const AuthorNumbers = ({ doc, article, credit, creditName }: Props) => {
  const today = useDocumentState((state) => state.author)
  const numbers = [
    ["文档", today?.doc_count ?? doc],
    ["文章", today?.article_count ?? article],
    [creditName, credit],
  ] as const
  return (
    <div className="author-n">
      {numbers.map(([label, value]) => (
        <div key={label}>
          <b>{count(value)}</b>
          <span>{label}</span>
        </div>
      ))}
    </div>
  )
}
