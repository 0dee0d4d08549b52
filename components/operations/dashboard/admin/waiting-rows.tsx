"use client"

import dynamic from "next/dynamic"
import { useState, type ReactNode } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { Link } from "@/components/ui/link"
import { WithCall } from "@/components/ui/with-call"
import { api } from "@/lib/api/client"
import { ReportReason } from "@/lib/contract/community/report.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { badgeOf } from "@/lib/contract/library/document.formats"
import type { Document, Report } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { relativeTime } from "@/lib/rules/time"
import type { WaitingAnswer } from "./waiting"

const ReportCase = dynamic(() => import("@/components/community/report/admin/report-case").then((module) => module.ReportCase), {
  ssr: false,
})

type RowProps = { title: ReactNode; about: string; children: ReactNode }
const Row = ({ title, about, children }: RowProps) => (
  <li>
    <span>
      {title}
      <small className="muted cut">{about}</small>
    </span>
    <span className="dash-acts">{children}</span>
  </li>
)

const Title = ({ document }: { document: Document }) => (
  <Link className="cut" href={paths.document(document.uuid || document.id)}>
    {document.title}
  </Link>
)
const Look = ({ document }: { document: Document }) => (
  <Link className="bt sm" href={paths.document(document.uuid || document.id)} aria-label={`看“${document.title}”`}>
    看
  </Link>
)

type DocumentProps = { document: Document; now: number; onDone: () => void }

const Reviewed = ({ document, now, onDone }: DocumentProps) => {
  const feedback = useFeedback()
  const may = useMay()
  const { busy, call } = useCall()
  const check = (status: number) => call(() => api("PUT /document/check", { id: [document.id], status }), { fallback: "没有审核成功" })
  const approve = async () => {
    if (!(await check(DocumentStatus.pending))) return
    onDone()
    feedback.success(`已通过“${document.title.slice(0, 30)}”`, {
      label: "撤销",
      onClick: () => void check(DocumentStatus.reviewing).then(onDone),
    })
  }
  const facts = [
    document.username,
    relativeTime(document.created_at ?? now, now),
    `${badgeOf(document.ext)}${document.pages > 0 ? ` ${count(document.pages)} 页` : ""}`,
  ]
  return (
    <Row title={<Title document={document} />} about={facts.filter(Boolean).join(" · ")}>
      {may("DocumentAPI/CheckDocument") ? (
        <button type="button" className="bt sm soft" disabled={busy} aria-label={`通过“${document.title}”`} onClick={() => void approve()}>
          通过
        </button>
      ) : null}
      <Look document={document} />
    </Row>
  )
}

const Failed = ({ document, onDone }: DocumentProps) => {
  const may = useMay()
  const { busy, call } = useCall()
  const convert = async () => {
    const plan = { done: "已排队，请耐心等待重新转换", fallback: "没有排上队" }
    if (await call(() => api("PUT /document/reconvert", { id: [document.id] }), plan)) onDone()
  }
  return (
    <Row title={<Title document={document} />} about={document.convert_error || "没有转换成功"}>
      {may("DocumentAPI/SetDocumentReconvert") ? (
        <WithCall call="PUT /document/reconvert" field="id">
          <button
            type="button"
            className="bt sm soft"
            disabled={busy}
            aria-label={`重新转换“${document.title}”`}
            onClick={() => void convert()}
          >
            重转
          </button>
        </WithCall>
      ) : null}
      <Look document={document} />
    </Row>
  )
}

const Reported = ({ report, onOpen }: { report: Report; onOpen: () => void }) => {
  const may = useMay()
  return (
    <Row
      title={<span className="cut">{`“${ReportReason.labelOf(report.reason)}” · ${report.document_title}`}</span>}
      about={report.reporter_remark ? `“${report.reporter_remark}”` : `${report.username} 举报`}
    >
      {may("ReportAPI/UpdateReport") ? (
        <button type="button" className="bt sm soft" aria-label={`打开对“${report.document_title}”的举报`} onClick={onOpen}>
          打开
        </button>
      ) : null}
    </Row>
  )
}

type Props = { label: string; href: string; answer: WaitingAnswer; now: number; onDone: () => void }

/** The first items of one kind, which staff decide without leaving the dashboard. Nothing is rendered for kinds without items. */
export const WaitingRows = ({ label, href, answer: { total, document = [], report = [] }, now, onDone }: Props) => {
  const [opened, setOpened] = useState<Report | null>(null)
  if (document.length + report.length === 0) return null
  return (
    <section className="card dash-queue" aria-label={label}>
      <div className="dash-h">
        <h2>
          {label} <b className="num">{count(total)}</b>
        </h2>
        <Link className="lk" href={href} aria-label={`全部${label}`}>
          全部
        </Link>
      </div>
      <ul>
        {document.map((row) =>
          row.status === DocumentStatus.failed ? (
            <Failed key={row.id} document={row} now={now} onDone={onDone} />
          ) : (
            <Reviewed key={row.id} document={row} now={now} onDone={onDone} />
          ),
        )}
        {report.map((row) => (
          <Reported key={row.id} report={row} onOpen={() => setOpened(row)} />
        ))}
      </ul>
      {opened ? <ReportCase rows={[opened]} crud={{ reload: onDone }} onClose={() => setOpened(null)} /> : null}
    </section>
  )
}
