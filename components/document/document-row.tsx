import { Cover } from "@/components/ui/cover"
import { Highlight } from "@/components/ui/highlight"
import { Icon } from "@/components/ui/icon"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import { useSettings } from "@/components/providers/settings"
import type { Row } from "@/lib/view/card"
import { count, fileSize } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"
import { Price } from "./document-card"

/** A document in a list: cover 84 px, title and excerpt with the marker pen where the server found something, one line of facts. */
export const DocumentRow = ({ document, now, eager = false }: { document: Row; now: number; eager?: boolean }) => {
  const { display } = useSettings()
  const href = paths.document(document.uuid)
  return (
    <li>
      <Link className="stand" href={href} tabIndex={-1} aria-hidden="true">
        <Cover document={document} eager={eager} />
      </Link>
      <div>
        <h2>
          <Kind ext={document.ext} />
          <Link href={href}>
            <Highlight text={document.title} />
          </Link>
        </h2>
        {display.show_document_descriptions && document.description ? (
          <p>
            <Highlight text={document.description} />
          </p>
        ) : null}
        <div className="meta">
          <span className="price">
            <Price document={document} both />
          </span>
          {document.pages > 0 ? <span>{document.pages} 页</span> : null}
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
    </li>
  )
}
