"use client"

import { Drawer } from "antd"
import { useEffect, useEffectEvent, useState } from "react"
import type { PanelProps } from "@/components/admin/crud/options"
import { liveMs } from "@/components/admin/crud/use-crud"
import { useSideDrawer } from "@/components/ui/use-media"
import { useCall } from "@/components/ui/form/use-call"
import { WithCall } from "@/components/ui/with-call"
import { api } from "@/lib/api/client"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { isInReview } from "@/lib/rules/library/document-status"
import { ReasonField } from "./reason-field"
import { ReviewPages } from "./review-pages"

type RejectProps = { busy: boolean; rejecting: boolean; onClick: () => void }

const RejectButton = ({ busy, rejecting, onClick }: RejectProps) => (
  <button type="button" className="bt danger" disabled={busy} onClick={onClick}>
    {rejecting ? "确定拒绝" : "拒绝"}
  </button>
)

/** Reviews documents one by one: a decision opens the next document, the last decision closes the drawer. */
export const ReviewPanel = ({ rows, crud, onClose }: PanelProps<"/document">) => {
  const side = useSideDrawer()
  const [at, setAt] = useState(0)
  const [decided, setDecided] = useState(0)
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState("")
  const [why, setWhy] = useState("")
  const { busy, call } = useCall()
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
  const decide = async (status: number, explanation?: { reason: string }) => {
    if (explanation?.reason === "") return setWhy("请写明原因，上传者会看到")
    const input = { id: [document.id], status, ...explanation }
    if (await call(() => api("PUT /document/check", input), { done: "审批成功", fallback: "审批失败" })) next(1)
  }
  /** The first click asks why. */
  const reject = (explanation?: { reason: string }) => (rejecting ? void decide(DocumentStatus.rejected, explanation) : setRejecting(true))

  return (
    <Drawer
      open
      onClose={close}
      title={rows.length > 1 ? `审核文档 ${at + 1} / ${rows.length}` : "审核文档"}
      {...side}
      footer={
        <div className="adm-verdict">
          {rejecting ? (
            <WithCall call="PUT /document/check" field="reason">
              <ReasonField label="拒绝的原因" value={reason} onChange={setReason} />
            </WithCall>
          ) : null}
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
            <WithCall
              call="PUT /document/check"
              field="reason"
              otherwise={<RejectButton busy={busy} rejecting={rejecting} onClick={() => reject()} />}
            >
              <RejectButton busy={busy} rejecting={rejecting} onClick={() => reject({ reason: reason.trim() })} />
            </WithCall>
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
