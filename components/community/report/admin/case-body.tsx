import { Link } from "@/components/ui/link"
import { ReportKind, ReportReason, ReportVerdict } from "@/lib/contract/community/report.enums"
import type { Report, ReportCase } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"

/** One report: reporter, reason, text and picture, and the decision of staff. */
const ReportRow = ({ report }: { report: Report }) => (
  <li>
    <p>
      <span className="tag warn">{ReportReason.labelOf(report.reason)}</span>
      <Link className="lk" href={paths.user(report.user_id)}>
        {report.username}
      </Link>
      {report.created_at ? <span className="muted"> {minute(report.created_at)}</span> : null}
      {report.status ? (
        <span className="tag">{report.verdict === ReportVerdict.none ? "已处理" : ReportVerdict.labelOf(report.verdict)}</span>
      ) : null}
    </p>
    {report.reporter_remark ? <p>{report.reporter_remark}</p> : null}
    {report.picture ? (
      <a href={report.picture} target="_blank" rel="noopener">
        <img src={report.picture} alt="举报人上传的图片" />
      </a>
    ) : null}
    {report.answer ? <p className="muted">答复：{report.answer}</p> : null}
    {report.remark ? <p className="muted">处理描述：{report.remark}</p> : null}
  </li>
)

/** The object of a case, its weight, and its reports, the latest first. */
export const CaseBody = ({ reportCase }: { reportCase: ReportCase }) => {
  const { type, title, href, content, author, is_hidden, report, report_count, weight } = reportCase
  const name = <b>{title || "已被删除"}</b>
  const key = type === ReportKind.document ? report[0]?.document_uuid : ""
  return (
    <>
      {href ? (
        <a className="adm-case-what" href={href} target="_blank" rel="noopener">
          {key && <img src={paths.cover(key, 0)} alt="" width={84} height={119} />}
          {name}
        </a>
      ) : (
        <p className="adm-case-what">{name}</p>
      )}
      {content && <blockquote className="adm-case-words">{content}</blockquote>}
      <dl className="adm-detail">
        <div>
          <dt>举报对象</dt>
          <dd>
            {ReportKind.labelOf(type)}
            {is_hidden && <span className="tag warn">已自动隐藏</span>}
          </dd>
        </div>
        {author && (
          <div>
            <dt>{type === ReportKind.user ? "用户" : "作者"}</dt>
            <dd>
              <Link className="lk" href={paths.user(author.id)}>
                {author.username}
              </Link>
            </dd>
          </div>
        )}
        <div>
          <dt>未处理</dt>
          <dd className="num">
            {report_count} 条，权重 {weight}
          </dd>
        </div>
      </dl>
      <ul className="adm-case-reports" aria-label="举报">
        {report.map((one) => (
          <ReportRow key={one.id} report={one} />
        ))}
      </ul>
    </>
  )
}
