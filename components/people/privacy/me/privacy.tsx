"use client"

import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { WithCall } from "@/components/ui/with-call"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { day, minute } from "@/lib/rules/time"
import { saveFile } from "../../account/me/save-file"
import { ClosingBox } from "./closing-box"
import { useCancelClosing } from "./use-cancel-closing"

type Props = { sitename: string; hasPassword: boolean; closingAt: string | null }

/** Export of personal data and closing of the account. */
export const Privacy = ({ sitename, hasPassword, closingAt }: Props) => (
  <ul className="card rows">
    <WithCall call="GET /user/export">
      <li>
        <Export sitename={sitename} />
      </li>
    </WithCall>
    <WithCall call="POST /user/close">
      <li>
        <Closing hasPassword={hasPassword} at={closingAt} />
      </li>
    </WithCall>
  </ul>
)

const Export = ({ sitename }: { sitename: string }) => {
  const feedback = useFeedback()
  const [state, setState] = useState<"" | "busy" | "done">("")
  const take = async () => {
    setState("busy")
    const reply = await api("GET /user/export")
    if (!reply.ok) {
      setState("")
      return feedback.error(refusalText(reply, "导出失败"))
    }
    saveFile(`${sitename}-我的数据-${day(Date.now())}.json`, JSON.stringify(reply.data, null, 2))
    setState("done")
  }
  return (
    <div className="row-main">
      <Icon name="download" />
      <div>
        <b>导出我的数据</b>
        <p className="muted">资料、文档和文章的信息、收藏、下载、订单和收支，都在一个 JSON 文件里。</p>
        <p className="row-state" role="status">
          {state === "busy" ? "正在整理，可能要等几秒" : state === "done" ? "已导出，请在浏览器的下载里查看" : ""}
        </p>
      </div>
      <BusyButton busy={state === "busy"} onClick={() => void take()}>
        {state === "busy" ? "正在导出" : "导出"}
      </BusyButton>
    </div>
  )
}

const Closing = ({ hasPassword, at }: { hasPassword: boolean; at: string | null }) => {
  const [open, setOpen] = useState(false)
  const { busy, cancel } = useCancelClosing()
  return (
    <div className="row-main">
      <MoreIcon name="trash" />
      <div>
        <b>注销账号</b>
        <p className="muted">{at ? `将在 ${minute(at)} 注销，在那之前可以撤销。` : "删除你在这里的账号和资料，有一段冷静期可以反悔。"}</p>
      </div>
      {at ? (
        <BusyButton busy={busy} onClick={() => void cancel()}>
          撤销
        </BusyButton>
      ) : (
        <button type="button" className="bt danger" onClick={() => setOpen(true)}>
          注销
        </button>
      )}
      <ClosingBox open={open} hasPassword={hasPassword} onClose={() => setOpen(false)} />
    </div>
  )
}
