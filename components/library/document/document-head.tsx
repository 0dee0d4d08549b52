import { Crumbs } from "@/components/ui/crumbs"
import { Static } from "@/components/ui/static/static"
import { Kind, Vip } from "@/components/ui/kind"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { count, dotsBound, fileSize } from "@/lib/rules/format"
import type { Crumb } from "@/lib/view/library/list/crumbs"
import { DocumentMenu } from "./document-menu"
import { DownloadCount, ViewCount } from "./counted"
import { FavoriteButton, FavoriteCount, RatingFact } from "../../community/favorite/favorite-button"
import { VisibilityTag } from "./tags/visibility-tag"
import { ShareButton } from "./share/share-button"

type Props = { document: DocumentDetail; settings: Settings; crumbs: Crumb[] }

/** Breadcrumbs, title, key numbers (on phones those that fit on one line) and the actions of a document. */
export const DocumentHead = ({ document, settings: { display, vip }, crumbs }: Props) => (
  <>
    <Static>
      <Crumbs above items={crumbs} />
    </Static>
    <div className="doc-h">
      <div>
        <h1>{dotsBound(document.title)}</h1>
        <div className="meta">
          <Kind ext={document.ext} />
          {document.is_vip && vip.enable && <Vip />}
          <VisibilityTag visibility={document.visibility} byLink={document.by_link} />
          {document.recommend_at && <span className="tag pri">推荐</span>}
          {document.pages > 0 && <span>{count(document.pages)} 页</span>}
          {document.size > 0 && <span className="desk-only">{fileSize(document.size)}</span>}
          {display.show_document_download_count && <DownloadCount />}
          {display.show_document_view_count && <ViewCount />}
          {display.show_document_favorite_count && <FavoriteCount />}
          <RatingFact />
        </div>
      </div>
      <div className="doc-a">
        {!document.by_link && (
          <span className="desk-only">
            <FavoriteButton />
            <ShareButton title={document.title} />
          </span>
        )}
        <DocumentMenu status={document.status} recommended={document.recommend_at !== null} />
      </div>
    </div>
  </>
)
