"use client"

import { useCallback, useState } from "react"
import { ReadCase } from "@/components/community/complaint/admin/read-case"
import { CaseBody } from "@/components/community/report/admin/case-body"
import { WaitingRefund } from "@/components/money/order/admin/waiting-refund"
import { WaitingAppeal } from "@/components/people/appeal/admin/waiting-appeal"
import { Link } from "@/components/ui/link"
import { RefusalNote } from "@/components/ui/refusal-note"
import { RichHtml } from "@/components/ui/rich-html"
import { Skeleton } from "@/components/ui/skeleton"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { SensitiveAction, SensitiveCategory } from "@/lib/contract/community/sensitive-word.enums"
import { ReviewKind } from "@/lib/contract/operations/review.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { NearDocument, ReviewDetail } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { day, minute } from "@/lib/rules/time"
import { MarkedWords } from "./marked-words"
import { SafetyVerdicts } from "./safety-verdicts"

/** How many page images are displayed before the reviewer asks for more. */
const firstPages = 3

type Paged = Pick<ReviewDetail, "uuid" | "title" | "pages">

const Pages = ({ detail }: { detail: Paged }) => {
  const [shownPages, setShownPages] = useState(firstPages)
  if (detail.pages === 0) return <p className="muted">还没有能看的页面，可以打开文档看转换到哪一步了。</p>
  const visible = Math.min(detail.pages, shownPages)
  return (
    <div className="review-pages">
      {Array.from({ length: visible }, (_, at) => (
        <img
          key={at}
          src={paths.page(detail.uuid, at + 1, ".gzip.svg", 0)}
          alt={`${detail.title} 第 ${at + 1} 页`}
          loading="lazy"
          width={595}
          height={842}
        />
      ))}
      {visible < detail.pages && (
        <button type="button" className="bt sm" onClick={() => setShownPages(visible + firstPages)}>
          再看几页（共 {detail.pages} 页）
        </button>
      )}
    </div>
  )
}

/** The reports of a case, which have a call of their own. */
const Reports = ({ id }: { id: number }) => {
  const { data: reportCase, failure } = useAnswer(
    useCallback(() => api("GET /report/case", { case_id: id }), [id]),
    "举报没有读到",
  )
  if (!reportCase && !failure) return <Skeleton height={240} />
  return (
    <div className="adm-case">
      <RefusalNote text={failure} />
      {reportCase && <CaseBody reportCase={reportCase} />}
    </div>
  )
}

/** `other`: a document with nearly the same text; its pages are displayed beside those of `detail`. */
type BodyProps = { detail: ReviewDetail; other: NearDocument | null; onClose: () => void }

/** The text of a document's first pages, with the words of its hits marked. */
const Texts = ({ detail }: { detail: ReviewDetail }) => {
  const words = detail.hits.map(({ word }) => word)
  return (
    <div className="review-texts">
      {detail.text.map(({ page, text }) => (
        <section key={page} aria-label={`第 ${page} 页`}>
          <h3 className="muted num">第 {page} 页</h3>
          <p>
            <MarkedWords text={text} words={words} />
          </p>
        </section>
      ))}
      {detail.text.length < detail.pages ? <p className="muted">这里只有前面的文字，后面的请打开文档看。</p> : null}
    </div>
  )
}

const DocumentBody = ({ detail, other, onClose }: BodyProps) => {
  const [asText, setAsText] = useState(false)
  const choice = (label: string, chosen: boolean, text: boolean) => (
    <button type="button" className="bt sm" aria-pressed={chosen} onClick={() => setAsText(text)}>
      {label}
    </button>
  )
  return (
    <>
      {detail.text.length > 0 ? (
        <div className="review-views" role="group" aria-label="怎么看">
          {choice("页面", !asText, false)}
          {choice("文字", asText, true)}
        </div>
      ) : null}
      {asText ? (
        <Texts detail={detail} />
      ) : other ? (
        <div className="review-both">
          <Pages detail={detail} />
          <section aria-label="疑似重复的文档">
            <p className="review-other">
              <Link className="lk cut" href={paths.document(other.uuid)} target="_blank">
                {other.title}
              </Link>
              <button type="button" className="bt sm" onClick={onClose}>
                收起
              </button>
            </p>
            <Pages key={other.id} detail={other} />
          </section>
        </div>
      ) : (
        <Pages detail={detail} />
      )}
    </>
  )
}

const Body = (props: BodyProps) => {
  const { detail } = props
  if (detail.kind === ReviewKind.document) return <DocumentBody {...props} />
  if (detail.kind === ReviewKind.report) return <Reports key={detail.id} id={detail.id} />
  if (detail.kind === ReviewKind.complaint) return <ReadCase key={detail.id} id={detail.id} />
  if (detail.kind === ReviewKind.appeal) return <WaitingAppeal key={detail.id} id={detail.id} />
  if (detail.kind === ReviewKind.refund) return <WaitingRefund key={detail.id} orderNo={detail.order_no} />
  if (detail.kind === ReviewKind.article) return <RichHtml html={detail.article} />
  return (
    <blockquote className="adm-case-words">
      <MarkedWords text={detail.content} words={detail.hits.map(({ word }) => word)} />
    </blockquote>
  )
}

const authorLabels: Record<number, string> = {
  [ReviewKind.profile]: "用户",
  [ReviewKind.appeal]: "申诉人",
  [ReviewKind.refund]: "买家",
}

const Facts = ({ detail, onCompare }: { detail: ReviewDetail; onCompare: (other: NearDocument) => void }) => (
  <dl className="adm-detail review-facts">
    {detail.user && (
      <div>
        <dt>{authorLabels[detail.kind] ?? "作者"}</dt>
        <dd>
          <Link className="lk" href={paths.user(detail.user.id)} target="_blank">
            {detail.user.username}
          </Link>
          {detail.record && (
            <p className="muted">
              {detail.record.documents} 份文档，{detail.record.rejected} 份退回或禁用，{detail.record.punishments} 次处罚，
              {detail.record.infringements} 次侵权下架
              {detail.record.registered_at ? `，${day(detail.record.registered_at)} 注册` : ""}
            </p>
          )}
        </dd>
      </div>
    )}
    {detail.waiting_since && (
      <div>
        <dt>提交</dt>
        <dd>{minute(detail.waiting_since)}</dd>
      </div>
    )}
    {detail.description && (
      <div>
        <dt>{detail.kind === ReviewKind.profile ? "现在的签名" : "简介"}</dt>
        <dd>{detail.description}</dd>
      </div>
    )}
    {detail.duplicates.length > 0 && (
      <div>
        <dt>疑似重复</dt>
        <dd>
          <ul className="review-hits">
            {detail.duplicates.map((other) => (
              <li key={other.id}>
                <button type="button" className="lk review-near" onClick={() => onCompare(other)}>
                  {other.title}
                </button>
                <span className="muted num">
                  {` ${Math.round(other.likeness * 100)}% 相同 · ${other.username} · ${DocumentStatus.labelOf(other.status)}`}
                </span>
                {other.is_banned ? <span className="tag bad">内容已封禁</span> : null}
              </li>
            ))}
          </ul>
        </dd>
      </div>
    )}
    {detail.safety.length > 0 && (
      <div>
        <dt>内容安全</dt>
        <dd>
          <SafetyVerdicts verdicts={detail.safety} />
        </dd>
      </div>
    )}
    {detail.hits.length > 0 && (
      <div>
        <dt>敏感词</dt>
        <dd>
          <ul className="review-hits">
            {detail.hits.map((hit, at) => (
              <li key={at}>
                <span className="tag warn">
                  {SensitiveCategory.labelOf(hit.category)} · {SensitiveAction.labelOf(hit.action)}
                </span>
                {hit.page > 0 && <span className="muted"> 第 {hit.page} 页 </span>}
                <MarkedWords text={hit.excerpt || hit.word} words={[hit.word]} />
              </li>
            ))}
          </ul>
        </dd>
      </div>
    )}
  </dl>
)

/** The selected item: pages, text or reports, with its author's record, duplicates and the hits of sensitive words. */
export const ReviewPane = ({ detail }: { detail: ReviewDetail }) => <Pane key={`${detail.kind}/${detail.id}`} detail={detail} />

const Pane = ({ detail }: { detail: ReviewDetail }) => {
  const [other, setOther] = useState<NearDocument | null>(null)
  const hasFacts = detail.kind !== ReviewKind.report && detail.kind !== ReviewKind.complaint
  return (
    <>
      <h2 className="review-title">
        {detail.href ? (
          <Link href={detail.href} target="_blank">
            {detail.title}
          </Link>
        ) : (
          detail.title
        )}
      </h2>
      <div className={hasFacts ? "review-pane with-facts" : "review-pane"}>
        <div className="review-body">
          <Body detail={detail} other={other} onClose={() => setOther(null)} />
        </div>
        {hasFacts && <Facts detail={detail} onCompare={setOther} />}
      </div>
    </>
  )
}
