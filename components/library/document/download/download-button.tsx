"use client"

import dynamic from "next/dynamic"
import { Icon } from "@/components/ui/icon"
import { useDownload } from "./use-download"

const PurchaseBox = dynamic(() => import("./purchase-box").then((module) => module.PurchaseBox), { ssr: false })

type Props = { id: number; uuid: string; note?: string; large?: boolean; icon?: boolean }

/** 下载文档. The button is the same for all users: the server checks permission and price on the click. */
export const DownloadButton = ({ id, uuid, note = "", large = false, icon = false }: Props) => {
  const { busy, download, purchase, paid, leave } = useDownload(id, uuid)
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
          下载文档
          {note && <span className={large ? "desk-only" : undefined}>{note}</span>}
        </span>
      </button>
      {purchase && <PurchaseBox purchasable={purchase} onPaid={paid} onClose={leave} />}
    </>
  )
}
