import type { ReactNode } from "react"
import { Cover } from "@/components/ui/cover"
import { Highlight } from "@/components/ui/highlight"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import { badgeOf } from "@/lib/contract/library/document.formats"
import type { DocumentListRow } from "@/lib/view/library/document-card"
import type { DisplayHit } from "@/lib/view/library/search-hit"
import type { SiteSettings } from "@/lib/view/site/site-settings"
import { count, fileSize } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { Price } from "./document-card"

type Props = { document: DocumentListRow; settings: SiteSettings; now: number; eager?: boolean; hit?: DisplayHit; children?: ReactNode }

/** A document in a list: an 84 px cover, title, excerpt with highlighted search matches, and one line of facts. */
export const DocumentRow = (props: Props) => (
  <li>
    <RowParts {...props} />
  </li>
)

/** The content of a document row; `children` follow the title. */
export const RowParts = ({ document, settings, now, eager = false, hit, children }: Props) => {
  const { display } = settings
  const href = paths.document(document.uuid)
  return (
    <>
      <Link className="stand" href={href} tabIndex={-1} aria-hidden="true">
        <Cover document={document} eager={eager} edged />
      </Link>
      <div>
        <h2>
          <Link href={href}>{hit ? <Highlight text={hit.title} /> : document.title}</Link>
          {children}
        </h2>
        {hit ? <Excerpt hit={hit} described={display.show_document_descriptions} /> : null}
        {!hit && display.show_document_descriptions && document.description ? <p>{document.description}</p> : null}
        <div className="meta">
          <span className="format">{badgeOf(document.ext)}</span>
          <span className="price">
            <Price document={document} settings={settings} both />
          </span>
          {document.pages > 0 ? <span className="pages">{document.pages} 页</span> : null}
          {document.size > 0 ? <span className="desk-only">{fileSize(document.size)}</span> : null}
          {display.show_document_download_count ? <span>{count(document.download_count)} 次下载</span> : null}
          <Time value={document.created_at} now={now} />
          {document.score_count > 0 ? (
            <span className="stars">
              <Icon name="star" />
              {(document.score / 100).toFixed(1)}
            </span>
          ) : null}
        </div>
      </div>
    </>
  )
}

/** The matching text with a link to its page in the reader, or else the document's description. */
const Excerpt = ({ hit, described }: { hit: DisplayHit; described: boolean }) => {
  if (!hit.snippet && !(described && hit.description)) return null
  return (
    <p>
      {hit.page > 0 ? (
        <Link className="hit-page" href={hit.href}>
          第 {hit.page} 页
        </Link>
      ) : null}
      <Highlight text={hit.snippet || hit.description} />
    </p>
  )
}
