"use client"

import dynamic from "next/dynamic"
import { useDownload } from "@/components/library/document/download/use-download"
import { useSettings } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import type { Download } from "@/lib/contract/types"
import { count, fileSize } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { PageThumb } from "@/components/ui/my-list/page-thumb"

const PurchaseBox = dynamic(() => import("@/components/library/document/download/purchase-box").then((module) => module.PurchaseBox), {
  ssr: false,
})

/** The user's downloads; deleted documents are marked and have no link. */
export const MyDownloads = ({ downloads, now }: { downloads: Download[]; now: number }) => {
  const { download } = useSettings()
  return (
    <>
      <p className="me-note">
        {download.free_download_duration > 0
          ? `购买过的文档，${download.free_download_duration} 天内可以免费再次下载。`
          : "购买过的文档，以后都可以免费再次下载。"}
      </p>
      <ul className="card up-rows">
        {downloads.map((row) => (
          <Row key={row.id} row={row} now={now} />
        ))}
      </ul>
    </>
  )
}

const Row = ({ row, now }: { row: Download; now: number }) => {
  const gone = !row.document_uuid
  return (
    <li className={gone ? "up-li gone" : "up-li"}>
      <PageThumb src={gone ? "" : row.cover} ext={row.ext} />
      <div>
        <h2>{gone ? "已被删除" : <Link href={paths.document(row.document_uuid)}>{row.title}</Link>}</h2>
        <p className="meta">
          {row.ext && <Kind ext={row.ext} />}
          {row.pages > 0 && <span>{count(row.pages)} 页</span>}
          {row.size > 0 && <span className="desk-only">{fileSize(row.size)}</span>}
          <Time value={row.created_at} now={now} />
          {row.file_missing && <span>原文件缺失，暂不能下载</span>}
        </p>
      </div>
      {!gone && row.is_pay ? <span className="tag pri">已购买</span> : <span />}
      <span className="up-do">{gone || row.file_missing ? null : <Again row={row} />}</span>
    </li>
  )
}

const Again = ({ row }: { row: Download }) => {
  const { busy, download, purchase, paid, leave } = useDownload(row.document_id, row.document_uuid)
  return (
    <>
      <button
        type="button"
        className="ib"
        disabled={busy}
        aria-busy={busy}
        aria-label={`再次下载《${row.title}》`}
        title="再次下载"
        onClick={() => void download()}
      >
        {busy ? <span className="spin" /> : <Icon name="download" />}
      </button>
      {purchase && <PurchaseBox purchasable={purchase} onPaid={paid} onClose={leave} />}
    </>
  )
}
