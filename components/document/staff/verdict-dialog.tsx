"use client"

import { useId, useState, type FormEvent } from "react"
import { Box, focusFirst } from "@/components/ui/box"
import { useOffers } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { DocumentStatus } from "@/lib/contract/enums"
import { commonReasons } from "@/lib/view/verdict-reasons"
import { useDocumentStore } from "../document-state"
import { useVerdict } from "./use-verdict"

const maxLetters = 255
const verdicts = {
  reject: {
    title: "驳回文档",
    status: DocumentStatus.rejected,
    act: "驳回",
    note: "上传者会看到原因，修改后可以再次提交。",
    plain: "上传者修改后可以再次提交。",
    demanded: true,
  },
  disable: {
    title: "禁用文档",
    status: DocumentStatus.disabled,
    act: "禁用",
    note: "禁用后别人不能再阅读和下载，随时可以重新启用。",
    plain: "禁用后别人不能再阅读和下载，随时可以重新启用。",
    demanded: false,
  },
}

/** Rejects or disables a document, with a reason for its owner where the server keeps one. */
export const VerdictDialog = ({ kind }: { kind: keyof typeof verdicts }) => {
  const ids = useId()
  const store = useDocumentStore()
  const { busy, refusal, refuse, decide } = useVerdict({ inline: true })
  const [reason, setReason] = useState("")
  const { title, status, act, note, plain, demanded } = verdicts[kind]
  const givesReason = useOffers()("PUT /document/check reason")
  const close = () => store.getState().set({ dialog: "" })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (givesReason && demanded && !reason.trim()) return refuse("请写明原因")
    if (await decide(status, reason.trim())) close()
  }
  return (
    <Box open title={title} onClose={close}>
      <form className="verdict" noValidate onSubmit={(event) => void send(event)}>
        <p className="muted">{givesReason ? note : plain}</p>
        {givesReason && (
          <>
            <div className="verdict-common" role="group" aria-label="常用原因">
              {commonReasons.map((one) => (
                <button key={one} type="button" className="bt sm" aria-pressed={reason === one} onClick={() => setReason(one)}>
                  {one}
                </button>
              ))}
            </div>
            <textarea
              ref={focusFirst}
              className={refusal ? "ta err" : "ta"}
              value={reason}
              maxLength={maxLetters}
              aria-label="原因"
              aria-invalid={refusal !== ""}
              aria-describedby={`${ids}why`}
              placeholder={demanded ? "为什么不能通过" : "原因（可不填）"}
              onChange={(event) => setReason(event.target.value)}
            />
          </>
        )}
        <p id={`${ids}why`} className="form-error" role="alert" hidden={!refusal}>
          <Icon name="fail" small />
          {refusal}
        </p>
        <div className="verdict-acts">
          <button type="button" className="bt" onClick={close}>
            取消
          </button>
          <button type="submit" className={busy ? "bt p busy" : "bt p"} aria-busy={busy}>
            {act}
          </button>
        </div>
      </form>
    </Box>
  )
}
