"use client"

import type { ReactNode } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { ComplaintCapacity, ComplaintChannel } from "@/lib/contract/community/complaint.enums"
import type { ComplaintCase } from "@/lib/contract/types"
import { fileSize } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import { StatusTag, TargetList } from "../case-facts"

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
const Text = ({ label, text }: { label: string; text: string }) => (text ? <Row label={label}>{text}</Row> : null)
const Moment = ({ label, at }: { label: string; at: string | null }) => (at ? <Row label={label}>{minute(at)}</Row> : null)

/** A complaint with everything that staff need to decide it. */
export const CaseBody = ({ row }: { row: ComplaintCase }) => {
  const { busy, call } = useCall()
  const open = async (file_id?: number) => {
    const reply = await call(() => api("GET /complaint/file", { id: row.id, ...(file_id && { file_id }) }), { fallback: "下载失败" })
    if (reply) window.location.assign(reply.url)
  }
  return (
    <>
      <dl className="adm-detail">
        <Row label="编号">
          <span className="num">{row.number}</span> <StatusTag status={row.status} />
        </Row>
        <Row label="投诉的内容">
          <TargetList targets={row.target} />
        </Row>
        <Row label="上传者">
          {row.author ? (
            <Link className="lk" href={paths.user(row.author.id)} target="_blank">
              {row.author.username}
            </Link>
          ) : (
            "已注销用户"
          )}
          <span className={row.infringements > 1 ? "tag bad" : "muted"}> 侵权下架 {row.infringements} 次</span>
        </Row>
        <Row label="投诉人">
          {row.claimant}，{ComplaintCapacity.labelOf(row.capacity)}
        </Row>
        <Row label="联系方式">
          {row.email}
          {row.mobile ? `，${row.mobile}` : ""}（{ComplaintChannel.options.find(({ value }) => value === row.channel)?.label}已通过）
        </Row>
        <Text label="作品" text={row.work} />
      </dl>
      <blockquote className="adm-case-words">{row.statement}</blockquote>
      <dl className="adm-detail">
        <Row label="证明材料">
          {row.file.length > 0 ? (
            <ul>
              {row.file.map(({ id, name, size }) => (
                <li key={id}>
                  <button type="button" className="lk adm-case-file" disabled={busy} onClick={() => void open(id)}>
                    {name}
                  </button>
                  <span className="muted"> {fileSize(size)}</span>
                </li>
              ))}
            </ul>
          ) : (
            "没有"
          )}
        </Row>
        <Moment label="提交" at={row.created_at} />
        <Moment label="下架" at={row.taken_down_at} />
        <Text label="理由" text={row.reason} />
        <Moment label="反通知" at={row.countered_at} />
        <Text label="反通知人" text={row.counter_name} />
      </dl>
      {row.counter_statement ? <blockquote className="adm-case-words">{row.counter_statement}</blockquote> : null}
      <dl className="adm-detail">
        <Moment label="期限" at={row.due_at} />
        <Moment label="结束" at={row.closed_at} />
        <Text label="结果的理由" text={row.outcome} />
      </dl>
      <p>
        <button type="button" className="bt sm" disabled={busy} onClick={() => void open()}>
          下载案卷 PDF
        </button>
      </p>
    </>
  )
}
