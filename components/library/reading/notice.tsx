"use client"

import { MoreIcon } from "@/components/ui/more-icon"
import { useDocumentStoreIfAny } from "@/components/providers/document-state"
import { useSession } from "@/components/providers/session"
import { useMay } from "@/components/providers/use-may"
import { WithCall } from "@/components/ui/with-call"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { isConverting, isInReview } from "@/lib/rules/library/document-status"
import { type ReaderSource } from "./store/reader-rules"
import { useReader } from "./store/use-reader"

type Message = { tone: "warn" | "bad"; title: string; text: string }

/** `live`: the server announces each page. */
const waitingText = ({ pages, ready, reason, status }: ReaderSource, live: boolean): string => {
  if (!live) return reason || "过一会儿刷新这一页，就能看到转换好的内容。"
  if (ready > 0 && pages > 0) return `已完成 ${ready} / ${pages} 页，完成后自动显示，不用刷新。`
  if (status === DocumentStatus.converting) return "第一页好了就自动显示，不用刷新。"
  return reason || "轮到它后自动显示，不用刷新。"
}

/** Returns the message about the pages for owners and reviewers. */
const inReviewText = ({ underway, ready, pages, reason }: ReaderSource, live: boolean): string => {
  if (underway && !reason && !live) return "页面正在转换。"
  if (underway && !reason) return ready > 0 && pages > 0 ? `页面已完成 ${ready} / ${pages} 页。` : "页面正在转换，好了就自动显示。"
  return reason ? `没有可以阅读的页面：${reason}`.replace(/[^。]$/, "$&。") : ""
}

/** `mayRepair`: the owner or staff, who can upload another file; other users only need to know what is left. */
const messageOf = (source: ReaderSource, live: boolean, mayRepair: boolean): Message | null => {
  const { status, reason, missing } = source
  if (isConverting(status)) {
    const queued = status !== DocumentStatus.converting && source.ready === 0
    return { tone: "warn", title: queued ? "文档正在等待转换" : "文档正在转换", text: waitingText(source, live) }
  }
  if (status === DocumentStatus.failed && !mayRepair)
    return { tone: "warn", title: "这份文档不能在线阅读", text: missing ? "" : "可以下载原文件，用电脑或手机上的软件打开。" }
  if (status === DocumentStatus.failed)
    return {
      tone: "bad",
      title: "这份文档不能在线阅读",
      text: `${reason || "没有转换成功"}。${missing ? "" : "原文件可以下载。"}`.replace("。。", "。"),
    }
  if (isInReview(status)) return { tone: "warn", title: "文档正在审核", text: `审核通过后其他人才能看到。${inReviewText(source, live)}` }
  if (status === DocumentStatus.rejected) return { tone: "bad", title: "已拒绝", text: reason || "这份文档只有你和管理员能看到。" }
  if (status === DocumentStatus.disabled) return { tone: "bad", title: "文档已禁用", text: reason || "这份文档只有你和管理员能看到。" }
  return null
}

/** A message about a document that is not completely readable: the reason and what happens next. */
export const Notice = () => (
  <WithCall call="GET /document/progress" otherwise={<LiveNotice live={false} />}>
    <LiveNotice live />
  </WithCall>
)

const LiveNotice = ({ live }: { live: boolean }) => {
  const source = useReader((state) => state.source)
  const may = useMay()
  const owner = useDocumentStoreIfAny()?.getState().ownerId
  const isOwner = useSession((state) => state.user !== null && state.user.id === owner)
  const mayRepair = isOwner || may("DocumentAPI/UpdateDocument")
  const message = messageOf(source, live, mayRepair)
  if (!message) return null
  const done = source.underway && source.pages > 0 ? source.ready / source.pages : 0
  return (
    <div className={`alert ${message.tone} reader-notice`} role="status">
      <MoreIcon name={message.tone === "warn" ? "clock" : "fail"} />
      <div>
        <b>{message.title}</b>
        <p>{message.text}</p>
      </div>
      {done > 0 && <i className="notice-done" style={{ transform: `scaleX(${done})` }} />}
    </div>
  )
}
