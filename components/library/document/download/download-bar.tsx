import { Kind, Vip } from "@/components/ui/kind"
import { ToTop } from "@/components/ui/to-top"
import type { DocumentDetail } from "@/lib/contract/types"
import { price } from "@/lib/rules/format"
import { downloadRefusal, sizeNote } from "./document-facts"
import { DownloadButton } from "./download-button"
import { FavoriteButton } from "@/components/community/favorite/favorite-button"
import { PriceNote } from "./price-note"
import { ShareButton } from "../share/share-button"
import { VipDownloadButton } from "./vip-download-button"
import { TalkButton } from "../talk/talk-button"

type Props = { document: DocumentDetail; creditName: string; vip: boolean }

/** The price, and the buttons that download. */
const Offer = ({ document, creditName, vip }: Props) => {
  const cost = price(document.price, creditName)
  return (
    <>
      <span className="pr">
        {document.is_vip && vip && <Vip />}
        <PriceNote text={cost} free={document.price <= 0} />
      </span>
      {document.is_vip && vip && <VipDownloadButton id={document.id} free={document.price <= 0} />}
      <DownloadButton id={document.id} uuid={document.uuid} note={sizeNote(document)} cost={document.price > 0 ? cost : ""} large />
    </>
  )
}

/** The fixed bar at the bottom: title, price and the page's primary button. */
export const DownloadBar = ({ document, creditName, vip }: Props) => {
  const refusal = downloadRefusal(document)
  return (
    <div className="dlbar" role="region" aria-label="下载">
      <div className="wrap">
        <div className="tt">
          <Kind ext={document.ext} />
          <b>{document.title}</b>
        </div>
        {!document.by_link && (
          <>
            <TalkButton />
            <FavoriteButton iconOnly />
            <ShareButton title={document.title} iconOnly />
          </>
        )}
        <span className="to-top">
          <ToTop label="回到顶部" />
        </span>
        {refusal ? <b className="pr">{refusal}</b> : <Offer document={document} creditName={creditName} vip={vip} />}
      </div>
    </div>
  )
}
