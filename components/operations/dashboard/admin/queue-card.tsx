import { Link } from "@/components/ui/link"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Output } from "@/lib/contract/types"
import { queuedStatuses } from "@/lib/rules/library/document-status"
import { count } from "@/lib/rules/format"
import { Card } from "./card"
import type { ReadAnswer } from "@/components/ui/use-answer"

type Row = { label: string; value: number; status?: number[]; tone?: "bad" | "wait"; note?: string }

const rowsOf = ({ queue }: Output<"GET /dashboard">): Row[] => [
  { label: "排队等待转换", value: queue.waiting, status: queuedStatuses },
  { label: "正在转换", value: queue.converting, status: [DocumentStatus.converting] },
  { label: "转换失败", value: queue.failed, status: [DocumentStatus.failed], tone: "bad" },
  {
    label: "缺少程序，停在队列里",
    value: queue.stopped,
    tone: "wait",
    note: "装好“环境依赖”里缺少的程序，会自动继续。",
  },
  { label: "其他后台任务：等待", value: queue.job_waiting },
  { label: "其他后台任务：进行中", value: queue.job_active },
  {
    label: "其他后台任务：失败",
    value: queue.job_failed,
    tone: "bad",
    note: `${queue.job_failure.map(({ name, count: failed }) => `${name} ${count(failed)} 个`).join("，")}。原因在“系统设置 - 后台任务”里。`,
  },
]

/** 队列: documents by conversion status, and jobs of all kinds. `linked`: the user may list documents. */
export const QueueCard = ({ answer, linked }: { answer: ReadAnswer<Output<"GET /dashboard">>; linked: boolean }) => (
  <Card title="队列" answer={answer} height={252}>
    {(data) => (
      <dl className="dash-queue">
        {rowsOf(data).map(({ label, value, status, tone, note }) => (
          <div key={label}>
            <dt>
              {linked && status ? (
                <Link href={`/admin/document/list?${status.map((one) => `status=${one}`).join("&")}`}>{label}</Link>
              ) : (
                label
              )}
              {note && value > 0 ? <small>{note}</small> : null}
            </dt>
            <dd className="num">{value > 0 && tone ? <span className={`st ${tone}`}>{count(value)}</span> : count(value)}</dd>
          </div>
        ))}
      </dl>
    )}
  </Card>
)
