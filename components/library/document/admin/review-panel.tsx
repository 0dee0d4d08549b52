"use client"

import { Drawer } from "antd"
import { useEffect, useEffectEvent, useState } from "react"
import type { PanelProps } from "@/components/admin/crud/options"
import { liveMs } from "@/components/admin/crud/use-crud"
import { useSideDrawer } from "@/components/ui/use-media"
import { useCall } from "@/components/ui/form/use-call"
import { useOffers } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { isInReview } from "@/lib/rules/library/document-status"
import { ReasonField } from "./reason-field"
import { ReviewPages } from "./review-pages"

/** Reviews documents one by one: a decision opens the next document, the last decision closes the drawer. */
export const ReviewPanel = ({ rows, crud, onClose }: PanelProps<"/document">) => {
  const side = useSideDrawer()
  const [at, setAt] = useState(0)
  const [decided, setDecided] = useState(0)
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState("")
  const [why, setWhy] = useState("")
  const { busy, call } = useCall()
  const givesReason = useOffers()("PUT /document/check reason")
  const document = crud.rows.find(({ id }) => id === rows[at]!.id) ?? rows[at]!
  const undrawn = isInReview(document.status) && document.converted_pages === 0 && !document.convert_error
  const readAgain = useEffectEvent(() => void crud.refresh(document.id))
  useEffect(() => {
    if (!undrawn) return
    const timer = setInterval(readAgain, liveMs)
    return () => clearInterval(timer)
  }, [undrawn])

  const close = () => {
    if (decided > 0) crud.reload()
    onClose()
  }
  const next = (more: number) => {
    setDecided(decided + more)
    setRejecting(false)
    setReason("")
    setWhy("")
    if (at + 1 < rows.length) return setAt(at + 1)
    if (decided + more > 0) crud.reload()
    onClose()
  }
  const decide = async (status: number) => {
    const explained = status === DocumentStatus.rejected && givesReason
    if (explained && !reason.trim()) return setWhy("请写明原因，上传者会看到")
    const input = { id: [document.id], status, ...(explained && { reason: reason.trim() }) }
    if (await call(() => api("PUT /document/check", input), { done: "审批成功", fallback: "审批失败" })) next(1)
  }

  return (
    <Drawer
      open
      onClose={close}
      title={rows.length > 1 ? `审核文档 ${at + 1} / ${rows.length}` : "审核文档"}
      {...side}
      footer={
        <div className="adm-verdict">
          {rejecting && givesReason ? <ReasonField label="拒绝的原因" value={reason} onChange={setReason} /> : null}
          {rejecting && why && !reason.trim() ? (
            <p className="st bad" role="alert">
              {why}
            </p>
          ) : null}
          <div className="adm-form-foot">
            {rows.length > at + 1 && !rejecting ? (
              <button type="button" className="bt text" disabled={busy} onClick={() => next(0)}>
                先跳过
              </button>
            ) : null}
            {rejecting ? (
              <button type="button" className="bt" disabled={busy} onClick={() => setRejecting(false)}>
                返回
              </button>
            ) : null}
            <button
              type="button"
              className="bt danger"
              disabled={busy}
              onClick={() => (rejecting ? void decide(DocumentStatus.rejected) : setRejecting(true))}
            >
              {rejecting ? "确定拒绝" : "拒绝"}
            </button>
            {rejecting ? null : (
              <button type="button" className="bt p" disabled={busy} onClick={() => void decide(DocumentStatus.converted)}>
                通过
              </button>
            )}
          </div>
        </div>
      }
    >
      <ReviewPages key={document.id} document={document} />
    </Drawer>
  )
}
