"use client"

import "@/app/styles/library/sharing.css"
import { useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { Empty } from "@/components/ui/empty"
import { useCall } from "@/components/ui/form/use-call"
import { RefusalNote } from "@/components/ui/refusal-note"
import { SideDialog } from "@/components/ui/side-dialog"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import type { ShareLink } from "@/lib/contract/types"
import { NewShareLinkBox } from "./new-share-link-box"
import { ShareLinkRow } from "./share-link-row"
import { useShareLinks } from "./use-share-links"

type Props = {
  /** null: the links of all documents of the user, without a button for a new one */
  document: { id: number; title: string; price?: number } | null
  onClose: () => void
}

/** 分享链接: the user's links with their visits, for one document also a new one. */
export const ShareLinksDialog = ({ document, onClose }: Props) => {
  const feedback = useFeedback()
  const { links, more, failure, reload, loadMore } = useShareLinks(document?.id ?? 0)
  const [making, setMaking] = useState(false)
  const { busy, call } = useCall()

  const revoke = async ({ id }: ShareLink) => {
    const content = "正在看的人翻到下一页就看不到了，不能恢复。"
    if (!(await feedback.confirm({ title: "撤销分享链接", content, okText: "撤销", danger: true }))) return
    if (await call(() => api("DELETE /document/share", { id }), { done: "分享链接已撤销" })) await reload()
  }
  const add = document && (
    <button type="button" className="bt p" onClick={() => setMaking(true)}>
      新建链接
    </button>
  )
  return (
    <>
      <SideDialog
        title="分享链接"
        className="share-links"
        onClose={onClose}
        acts={
          <>
            <button type="button" className="bt" onClick={onClose}>
              关闭
            </button>
            {links && links.length > 0 && add}
          </>
        }
      >
        {document && <p className="muted share-of">《{document.title}》</p>}
        <RefusalNote text={failure}>
          <button type="button" className="bt sm" onClick={() => void reload()}>
            重试
          </button>
        </RefusalNote>
        {!links && !failure && <Skeleton height={96} />}
        {links?.length === 0 && (
          <Empty title="还没有分享链接" level="h3" action={add}>
            {document ? "发一个链接，对方不用登录就能读；可以设密码、期限和次数。" : "在文档的操作里选“分享链接”，就能新建一个。"}
          </Empty>
        )}
        {links && links.length > 0 && (
          <ul>
            {links.map((link) => (
              <ShareLinkRow key={link.id} link={link} withTitle={!document} busy={busy} onRevoke={() => void revoke(link)} />
            ))}
          </ul>
        )}
        {more && (
          <button type="button" className="bt" onClick={() => void loadMore()}>
            加载更多
          </button>
        )}
      </SideDialog>
      {making && document && (
        <NewShareLinkBox
          documentId={document.id}
          title={document.title}
          price={document.price ?? 0}
          onClose={() => setMaking(false)}
          onMade={() => {
            setMaking(false)
            void reload()
          }}
        />
      )}
    </>
  )
}
