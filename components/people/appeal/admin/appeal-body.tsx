import { Link } from "@/components/ui/link"
import { AppealStatus, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import type { AppealDetail } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"

/** An appeal with the decision that it is about. In the review queue, its title and its author are already displayed around it. */
export const AppealBody = ({ appeal, atDesk = false }: { appeal: AppealDetail; atDesk?: boolean }) => {
  const { title, href, content, user_id, username, status, answer, answered_by, answered_at } = appeal
  const { verdict, reason, decided_by, decided_at, in_effect } = appeal
  return (
    <>
      {href ? (
        <a className="adm-case-what" href={href} target="_blank" rel="noopener">
          <b>{atDesk ? "打开被处理的内容" : title}</b>
        </a>
      ) : atDesk ? null : (
        <p className="adm-case-what">
          <b>{title}</b>
        </p>
      )}
      <blockquote className="adm-case-words">{content}</blockquote>
      <dl className="adm-detail">
        {atDesk ? null : (
          <div>
            <dt>申诉人</dt>
            <dd>
              <Link className="lk" href={paths.user(user_id)} target="_blank">
                {username || "已注销用户"}
              </Link>
            </dd>
          </div>
        )}
        <div>
          <dt>原来的处理</dt>
          <dd>
            {DecisionVerdict.labelOf(verdict)}
            {in_effect ? null : <span className="tag">已经不再生效</span>}
            <p className="muted">
              {decided_by || "网站规则"}
              {decided_at ? `，${minute(decided_at)}` : ""}
            </p>
          </dd>
        </div>
        <div>
          <dt>处理的原因</dt>
          <dd>{reason || "没有写"}</dd>
        </div>
        {status === AppealStatus.waiting ? null : (
          <div>
            <dt>答复</dt>
            <dd>
              <span className="tag">{AppealStatus.labelOf(status)}</span> {answer}
              <p className="muted">
                {answered_by}
                {answered_at ? `，${minute(answered_at)}` : ""}
              </p>
            </dd>
          </div>
        )}
      </dl>
    </>
  )
}
