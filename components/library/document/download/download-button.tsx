"use client"

import dynamic from "next/dynamic"
import { useDownloadTerms } from "@/components/providers/document-state"
import { Icon } from "@/components/ui/icon"
import { useDownload } from "./use-download"

const PurchaseBox = dynamic(() => import("./purchase-box").then((module) => module.PurchaseBox), { ssr: false })

/** `note`: a fact about the file, such as its size · `cost`: the price with its unit, "" = none */
type Props = { id: number; uuid: string; note?: string; cost?: string; large?: boolean; icon?: boolean }

/**
 * 下载文档 and its cost. The server checks permission and price on the click; the cached page names the price, and members, buyers and the
 * owner get the text for them.
 */
export const DownloadButton = ({ id, uuid, note = "", cost = "", large = false, icon = false }: Props) => {
  const { busy, download, purchase, paid, leave } = useDownload(id, uuid)
  const { left, isBought, isOwner } = useDownloadTerms()
  const price = isBought ? "（已购买）" : cost && !isOwner ? `（${cost}）` : note
  const terms = left > 0 ? `（还剩 ${left} 次）` : price
  return (
    <>
      <button
        type="button"
        className={`bt p download${large ? " lg" : ""}${busy ? " busy" : ""}`}
        aria-busy={busy}
        onClick={() => void download()}
      >
        {busy ? <span className="spin" /> : icon && <Icon name="download" small />}
        <span>
          {left > 0 ? "会员免费下载" : "下载文档"}
          {terms && <span className={large ? "desk-only" : undefined}>{terms}</span>}
        </span>
      </button>
      {purchase && <PurchaseBox purchasable={purchase} onPaid={paid} onClose={leave} />}
    </>
  )
}
