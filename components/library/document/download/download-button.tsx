"use client"

import dynamic from "next/dynamic"
import { useMemberDownloads } from "@/components/providers/document-state"
import { Icon } from "@/components/ui/icon"
import { useDownload } from "./use-download"

const PurchaseBox = dynamic(() => import("./purchase-box").then((module) => module.PurchaseBox), { ssr: false })

type Props = { id: number; uuid: string; note?: string; large?: boolean; icon?: boolean }

/**
 * 下载文档. The button is the same for all users, and the server checks permission and price on the click; only members read that it uses
 * a download of their card.
 */
export const DownloadButton = ({ id, uuid, note = "", large = false, icon = false }: Props) => {
  const { busy, download, purchase, paid, leave } = useDownload(id, uuid)
  const left = useMemberDownloads()
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
          {left > 0 ? (
            <span className={large ? "desk-only" : undefined}>（还剩 {left} 次）</span>
          ) : (
            note && <span className={large ? "desk-only" : undefined}>{note}</span>
          )}
        </span>
      </button>
      {purchase && <PurchaseBox purchasable={purchase} onPaid={paid} onClose={leave} />}
    </>
  )
}
