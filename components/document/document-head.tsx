import { Icon } from "@/components/ui/icon"
import { Static } from "@/components/ui/static/static"
import { Kind, Vip } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { count, fileSize } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"
import { chainOf } from "./document-facts"
import { DocumentMenu } from "./document-menu"
import { DownloadCount, ViewCount } from "./counted"
import { FavoriteButton, FavoriteCount, ScoreFact } from "./favorite/favorite-button"
import { ShareButton } from "./share/share-button"

const Crumb = ({ document }: { document: DocumentDetail }) => {
  const steps = [
    { href: paths.home, title: "首页" },
    ...chainOf(document.category).map(({ id, title }) => ({ href: paths.category(id), title })),
  ]
  return (
    <nav aria-label="面包屑">
      <ol className="crumb">
        {steps.map(({ href, title }, at) => (
          <li key={href}>
            {at > 0 && <Icon name="next" />}
            <Link href={href}>{title}</Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Breadcrumbs, title, the most important numbers, and the actions of a document. */
export const DocumentHead = ({ document, settings: { display, vip } }: { document: DocumentDetail; settings: Settings }) => (
  <>
    <Static>
      <Crumb document={document} />
    </Static>
    <div className="doc-h">
      <div>
        <h1>{document.title}</h1>
        <div className="meta">
          <Kind ext={document.ext} />
          {document.is_vip && vip.enable && <Vip />}
          {document.recommend_at && <span className="tag pri">推荐</span>}
          {document.pages > 0 && <span>{count(document.pages)} 页</span>}
          {document.size > 0 && <span>{fileSize(document.size)}</span>}
          {display.show_document_download_count && <DownloadCount />}
          {display.show_document_view_count && <ViewCount />}
          {display.show_document_favorite_count && <FavoriteCount />}
          <ScoreFact />
        </div>
      </div>
      <div className="doc-a">
        <span className="desk-only">
          <FavoriteButton />
          <ShareButton title={document.title} />
        </span>
        <DocumentMenu status={document.status} recommended={document.recommend_at !== null} />
      </div>
    </div>
  </>
)
