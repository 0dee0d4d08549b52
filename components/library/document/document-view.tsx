import { AdSlot } from "@/components/site/advertisement/ad-slot"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { Static } from "@/components/ui/static/static"
import type { Card } from "@/lib/view/library/document-card"
import type { Crumb } from "@/lib/view/library/list/crumbs"
import type { FirstRows } from "@/lib/view/library/first-rows"
import { mineOf } from "@/lib/view/library/my-document"
import { AuthorCard } from "./author-card"
import { DialogsLater } from "./dialogs-later"
import { servesGuests } from "./download/document-facts"
import { DocumentHead } from "./document-head"
import { DocumentStateProvider } from "../../providers/document-state"
import { TalkLater } from "./talk/talk-later"
import { DownloadBar } from "./download/download-bar"
import { FavoriteSaved } from "../../community/favorite/favorite-saved"
import { FirstRowsTable } from "./first-rows"
import { GateCard } from "./download/gate-card"
import { InfoPanel } from "./info-panel"
import { Neighbours } from "./neighbours"
import { PersonalReader } from "./personal-reader"
import { policyOf, sourceOf } from "../reading/store/reader-rules"
import { RelatedDocuments } from "./related-documents"
import { ReportButton } from "../../community/report/report-button"
import { ReviewStripLater } from "./staff/review-strip-later"
import { StructuredData } from "./structured-data"
import { TextSection } from "./text-section"

/** Public documents before, after and related to this one. */
export type Around = { related: Card[]; previous: Card | null; next: Card | null }

/** `firstRows`: the beginning of a spreadsheet, null for other documents. */
type Props = { document: DocumentDetail; settings: Settings; crumbs: Crumb[]; around: Around; firstRows: FirstRows | null }

const numbersOf = ({ id, uuid, title, user_id, ...counted }: DocumentDetail, settings: Settings) => ({
  id,
  uuid,
  title,
  ownerId: user_id,
  freeForMembers: counted.is_vip && settings.vip.enable && counted.price > 0,
  views: counted.view_count,
  downloads: counted.download_count,
  favorites: counted.favorite_count,
  comments: counted.comment_count,
  score: counted.score,
  scores: counted.score_count,
})

/** The page of one document, identical for all users; user-specific parts load in islands. */
export const DocumentView = ({ document, settings, crumbs, around, firstRows }: Props) => {
  const creditName = settings.system.credit_name
  return (
    <DocumentStateProvider key={document.uuid} numbers={numbersOf(document, settings)}>
      <main id="main" className="wrap document">
        <DocumentHead document={document} settings={settings} crumbs={crumbs} />
        <ReviewStripLater status={document.status} />
        <AdSlot position="document_top" className="document-top" />
        <div className="doc-grid">
          <div className="doc-main">
            <PersonalReader key={document.uuid} source={sourceOf(document)} policy={policyOf(settings, document)}>
              <GateCard document={document} creditName={creditName} guests={servesGuests(document, settings)} vip={settings.vip.enable} />
            </PersonalReader>
            <Static>
              {firstRows && <FirstRowsTable {...firstRows} />}
              <TextSection document={document} summary={settings.display.show_document_descriptions} />
              <Neighbours previous={around.previous} next={around.next} />
            </Static>
          </div>
          <aside className="info" aria-label="文档信息">
            <InfoPanel document={document} settings={settings} />
            {document.user && <AuthorCard user={document.user} />}
            <div className="info-last">
              <Static>
                <RelatedDocuments documents={around.related} />
              </Static>
              {!document.by_link && <ReportButton />}
            </div>
          </aside>
          <div className="doc-talk">
            <AdSlot position="document_bottom" />
            {!document.by_link && <TalkLater pages={document.pages} />}
          </div>
        </div>
      </main>
      <DownloadBar document={document} creditName={creditName} vip={settings.vip.enable} />
      <FavoriteSaved />
      <DialogsLater document={mineOf(document)} />
      <StructuredData document={document} settings={settings} />
    </DocumentStateProvider>
  )
}
