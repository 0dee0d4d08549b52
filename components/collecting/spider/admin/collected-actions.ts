import type { CrudAction } from "@/components/admin/crud/actions"
import type { Screen } from "@/components/admin/crud/options"
import { api } from "@/lib/api/client"
import type { SpiderDocument } from "@/lib/contract/types"
import { afterDocumentEvent, isPublishable, type SpiderDocumentEvent } from "@/lib/rules/collecting/spider-document-status"

/** The panels of the list of crawled documents. */
export type CollectedPanel = "publish" | "titles"
type CollectedScreen = Screen<"/spiderdocument", CollectedPanel>

const ready = (rows: SpiderDocument[], event: SpiderDocumentEvent) =>
  rows.filter(({ status }) => afterDocumentEvent(status, event) !== null)

const move = (rows: SpiderDocument[], event: SpiderDocumentEvent) =>
  api("PUT /spiderdocument/batch", { spider_document: rows.map(({ id, status }) => ({ id, status: afterDocumentEvent(status, event)! })) })

const actions = (rows: SpiderDocument[], { act, crud, show }: CollectedScreen, many: boolean): CrudAction[] => {
  const allowed = crud.may("UpdateSpiderDocument")
  const [queue, unqueue, withdraw] = [ready(rows, "queue"), ready(rows, "unqueue"), ready(rows, "withdraw")]
  return [
    {
      key: "publish",
      label: many ? "发布选中" : "发布",
      icon: "upload",
      lead: true,
      hidden: !allowed || !(many ? ready(rows, "submit").length : rows.every(isPublishable)),
      onClick: () => show("publish", rows),
    },
    {
      key: "queue",
      label: many ? "下载选中" : "下载",
      icon: "download",
      lead: true,
      hidden: !allowed || !queue.length,
      onClick: () =>
        void act({
          ask: many ? { title: `下载 ${queue.length} 份文档？`, content: "会逐个排队下载，下载好以后再发布。", okText: "下载" } : undefined,
          call: () => move(queue, "queue"),
          done: "加入下载队列成功",
        }),
    },
    { key: "titles", label: "批量修改", icon: "pencil", hidden: !allowed || !many, onClick: () => show("titles", rows) },
    {
      key: "unqueue",
      label: "取消下载",
      icon: "close",
      hidden: !allowed || !unqueue.length,
      onClick: () => void act({ call: () => move(unqueue, "unqueue"), done: "已取消下载" }),
    },
    {
      key: "withdraw",
      label: "取消发布",
      icon: "close",
      hidden: !allowed || !withdraw.length,
      onClick: () => void act({ call: () => move(withdraw, "withdraw"), done: "已取消发布" }),
    },
  ]
}

export const collectedActions = (row: SpiderDocument, screen: CollectedScreen): CrudAction[] => actions([row], screen, false)
export const collectedBatchActions = (rows: SpiderDocument[], screen: CollectedScreen): CrudAction[] => actions(rows, screen, true)
