"use client"

import { authorNumbers, type AuthorNumbers as Numbers } from "@/lib/view/people/author-numbers"
import { useDocumentState } from "../../providers/document-state"

/** Displays the numbers as rendered, then the current ones, which equal the totals on the author's page. */
export const AuthorNumbers = ({ rendered }: { rendered: Numbers }) => {
  const numbers = authorNumbers(useDocumentState((state) => state.author) ?? rendered)
  return (
    <div className="author-n">
      {numbers.map(([label, text]) => (
        <div key={label}>
          <b>{text}</b>
          <span>{label}</span>
        </div>
      ))}
    </div>
  )
}
