import { Icon } from "@/components/ui/icon"
import type { DocumentDetail } from "@/lib/contract/types"

/**
 * The document's summary, if the site displays it, and its text, collapsed in the HTML for search engines, screen readers and browsers
 * without JavaScript.
 */
export const TextSection = ({ document, summary }: { document: DocumentDetail; summary: boolean }) => {
  const text = document.content.trim()
  const lead = document.description.trim()
  const opening = (text: string) => text.replace(/\s+/g, "").slice(0, 60)
  // a summary taken from the text or the title would only repeat it
  const ownLead = summary && lead && lead !== document.title.trim() && !opening(text).startsWith(opening(lead).slice(0, 40))
  return (
    <>
      {ownLead && (
        <section className="card pad doc-lead">
          <h2>文档简介</h2>
          <p>{lead}</p>
        </section>
      )}
      {text && (
        <section className="card doc-text" data-locked={document.no_copy || undefined}>
          <details>
            <summary>
              <h2>文字内容</h2>
              <span className="meta">{document.no_copy ? "作者不允许复制" : "便于复制和朗读"}</span>
              <Icon name="down" small />
            </summary>
            <div className="text">{text}</div>
          </details>
        </section>
      )}
    </>
  )
}
