import type { ReactNode } from "react"
import type { OwnComplaint } from "@/lib/contract/types"
import { mayCounter } from "@/lib/rules/community/complaint-status"
import { day } from "@/lib/rules/time"
import { StatusTag, TargetList } from "../case-facts"
import { CounterForm } from "./counter-form"

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Complaints about the user's documents and articles, each with the counter-notice as long as it is possible. */
export const OwnComplaints = ({ complaints, now }: { complaints: OwnComplaint[]; now: number }) => (
  <ul className="my-cp">
    {complaints.map((row) => (
      <li key={row.id} className="card pad my-cp-row">
        <h2>
          <span className="num">{row.number}</span>
          <StatusTag status={row.status} />
        </h2>
        <dl>
          <Row label="下架的内容">
            <TargetList targets={row.target} />
          </Row>
          <Row label="投诉人">{row.claimant}</Row>
          <Row label="作品">{row.work}</Row>
          <Row label="投诉说明">{row.statement}</Row>
          {row.reason ? <Row label="下架理由">{row.reason}</Row> : null}
          {row.counter_statement ? (
            <Row label="我的反通知">
              {row.counter_name}：{row.counter_statement}
            </Row>
          ) : null}
          {row.outcome ? <Row label="结果">{row.outcome}</Row> : null}
        </dl>
        {mayCounter(row, now) ? <CounterForm id={row.id} number={row.number} until={day(row.due_at!)} /> : null}
      </li>
    ))}
  </ul>
)
