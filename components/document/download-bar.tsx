import { Kind } from "@/components/ui/kind"
import type { DocumentDetail } from "@/lib/contract/types"
import { price } from "@/lib/domain/format"
import { sizeNote } from "./document-facts"
import { DownloadButton } from "./download-button"
import { ShareButton } from "./share-button"
import { ToTop } from "./to-top"

/** Always in reach: what this is, what it costs, and the one primary button of the page. */
export const DownloadBar = ({ document, creditName }: { document: DocumentDetail; creditName: string }) => (
  <div className="dlbar" role="region" aria-label="下载">
    <div className="wrap">
      <div className="tt">
        <Kind ext={document.ext} />
        <b>{document.title}</b>
      </div>
      <ShareButton title={document.title} iconOnly />
      <ToTop />
      <span className={document.price > 0 ? "pr" : "pr free"}>{price(document.price, creditName)}</span>
      <DownloadButton id={document.id} uuid={document.uuid} note={sizeNote(document)} large />
    </div>
  </div>
)
