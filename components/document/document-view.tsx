import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { AuthorCard } from "./author-card"
import { DocumentHead } from "./document-head"
import { DownloadBar } from "./download-bar"
import { GateCard } from "./gate-card"
import { InfoPanel } from "./info-panel"
import { Reader } from "./reader/reader"
import { sourceOf } from "./reader/reader-rules"
import { StructuredData } from "./structured-data"
import { TextSection } from "./text-section"

/** The page of one document, the same for everybody; what depends on the person happens on a click. */
export const DocumentView = ({ document, settings }: { document: DocumentDetail; settings: Settings }) => {
  const creditName = settings.system.credit_name
  return (
    <>
      <main id="main" className="wrap document">
        <DocumentHead document={document} display={settings.display} />
        <div className="doc-grid">
          <div>
            <Reader key={document.uuid} source={sourceOf(document)}>
              <GateCard document={document} creditName={creditName} guests={settings.download.enable_guest_download} />
            </Reader>
            <TextSection document={document} />
          </div>
          <aside className="info" aria-label="文档信息">
            <InfoPanel document={document} settings={settings} />
            {document.user && <AuthorCard user={document.user} creditName={creditName} />}
          </aside>
        </div>
      </main>
      <DownloadBar document={document} creditName={creditName} />
      <StructuredData document={document} settings={settings} />
    </>
  )
}
