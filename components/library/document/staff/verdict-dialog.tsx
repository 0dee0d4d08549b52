"use client"

import { ReasonForm } from "@/components/ui/form/reason-form"
import { WithCall } from "@/components/ui/with-call"
import { Box } from "@/components/ui/box"
import { useDocumentStore } from "@/components/providers/document-state"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { useVerdict } from "./use-verdict"

const maxLetters = 255
const verdicts = {
  reject: {
    title: "拒绝文档",
    status: DocumentStatus.rejected,
    act: "拒绝",
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

/** Rejects or disables a document, with a reason for its owner if the server stores one. */
export const VerdictDialog = ({ kind }: { kind: keyof typeof verdicts }) => {
  const store = useDocumentStore()
  const { busy, refusal, refuse, decide } = useVerdict({ inline: true })
  const { title, status, act, note, plain, demanded } = verdicts[kind]
  const close = () => store.getState().set({ dialog: "" })
  const send = async (reason: string) => {
    if (await decide(status, reason)) close()
  }
  const plainForm = { act, maxLength: maxLetters, busy, refusal, onCancel: close }
  return (
    <Box open title={title} onClose={close}>
      <WithCall
        call="PUT /document/check"
        field="reason"
        otherwise={<ReasonForm {...plainForm} note={plain} placeholder={null} onSend={() => void send("")} />}
      >
        <ReasonForm
          {...plainForm}
          note={note}
          placeholder={demanded ? "为什么不能通过" : "原因（可不填）"}
          onSend={(reason) => (demanded && !reason ? refuse("请写明原因") : void send(reason))}
        />
      </WithCall>
    </Box>
  )
}
