import type { CrudAction } from "@/components/admin/crud/actions"
import type { Screen } from "@/components/admin/crud/options"
import { api } from "@/lib/api/client"
import type { Result, SpiderUrl } from "@/lib/contract/types"
import { afterUrlEvent, type SpiderUrlEvent } from "@/lib/rules/collecting/spider-url-status"

type LinkScreen = Screen<"/spiderurl">

/** Moves the rows one by one until one is refused. */
const move = async (rows: SpiderUrl[], event: SpiderUrlEvent): Promise<Result<unknown>> => {
  for (const { id, status } of rows) {
    const reply = await api("PUT /spiderurl", { id, status: afterUrlEvent(status, event)! })
    if (!reply.ok) return reply
  }
  return { ok: true, status: 200, data: {} }
}

const may = (rows: SpiderUrl[], event: SpiderUrlEvent) => rows.filter(({ status }) => afterUrlEvent(status, event) !== null)

const actions = (rows: SpiderUrl[], { act, crud }: LinkScreen): CrudAction[] => {
  const [again, running] = [may(rows, "restart"), may(rows, "stop")]
  const allowed = crud.may("UpdateSpiderUrl")
  return [
    {
      key: "restart",
      label: "重新采集",
      icon: "rotate",
      hidden: !allowed || !again.length,
      onClick: () => void act({ call: () => move(again, "restart"), done: "已重新排队采集" }),
    },
    {
      key: "stop",
      label: "停止采集",
      icon: "close",
      hidden: !allowed || !running.length,
      onClick: () =>
        void act({
          ask: running.length > 1 ? { title: `停止采集 ${running.length} 条链接？`, okText: "停止" } : undefined,
          call: () => move(running, "stop"),
          done: "已停止",
        }),
    },
  ]
}

/** 重新采集, 停止采集: the actions that the status of a link allows. */
export const linkActions = (row: SpiderUrl, screen: LinkScreen): CrudAction[] => actions([row], screen)
export const linkBatchActions = (rows: SpiderUrl[], screen: LinkScreen): CrudAction[] => actions(rows, screen)
