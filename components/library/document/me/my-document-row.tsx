"use client"

import type { ReactNode } from "react"
import { StatusTag } from "@/components/library/document/tags/status-tag"
import { VisibilityTag } from "@/components/library/document/tags/visibility-tag"
import { useSettings } from "@/components/providers/settings"
import { Cover } from "@/components/ui/cover"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Kind, Vip } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { OfferedLink } from "@/components/ui/offered-link"
import { Time } from "@/components/ui/time"
import { WithCall } from "@/components/ui/with-call"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { DecisionKind } from "@/lib/contract/people/appeal.enums"
import { isTurnedDown, mayRetry } from "@/lib/rules/library/document-status"
import { count, fileSize, price } from "@/lib/rules/format"
import type { MyDocument } from "@/lib/view/library/my-document"
import { paths } from "@/lib/rules/path"

type Props = {
  document: MyDocument
  now: number
  level: "h2" | "h3"
  busy: boolean
  tick?: ReactNode
  onEdit: (document: MyDocument) => void
  onShare: (document: MyDocument) => void
  onRetry: (document: MyDocument) => void
  onDelete: (document: MyDocument) => void
}

const Facts = ({ document, now }: Pick<Props, "document" | "now">) => {
  const { system, vip } = useSettings()
  if (document.file_missing)
    return (
      <p className="meta">
        <Kind ext={document.ext} />
        <span className="up-why">原文件缺失，别人暂不能下载。请打开文档，在“文件版本”里重新上传。</span>
      </p>
    )
  if (document.convert_error && document.status !== DocumentStatus.converted)
    return (
      <p className="meta">
        <Kind ext={document.ext} />
        <span className="up-why">{document.convert_error}</span>
      </p>
    )
  return (
    <p className="meta">
      <Kind ext={document.ext} />
      {document.pages > 0 && <span>{count(document.pages)} 页</span>}
      {document.size > 0 && <span className="desk-only">{fileSize(document.size)}</span>}
      <span>{price(document.price, system.credit_name)}</span>
      {document.is_vip && vip.enable && <Vip />}
      <VisibilityTag visibility={document.visibility} />
      {document.download_count > 0 && <span className="desk-only">{count(document.download_count)} 次下载</span>}
      <Time value={document.created_at} now={now} />
      {document.convert_warning && <span className="up-why">{document.convert_warning}</span>}
    </p>
  )
}

export const MyDocumentRow = ({ document, now, level: Title, busy, tick, onEdit, onShare, onRetry, onDelete }: Props) => (
  <li className={tick ? "up-li ticked" : "up-li"} aria-busy={busy}>
    {tick}
    <Cover document={document} />
    <div>
      <Title>
        <Link href={paths.document(document.uuid)}>{document.title}</Link>
      </Title>
      {isTurnedDown(document.status) && document.reject_reason && (
        <p className="why">
          {document.status === DocumentStatus.disabled ? "禁用" : "未通过"}原因：{document.reject_reason}{" "}
          <OfferedLink className="lk" href={paths.myAppealsOf(DecisionKind.document)}>
            去申诉
          </OfferedLink>
        </p>
      )}
      <Facts document={document} now={now} />
    </div>
    <StatusTag status={document.status} ready={document.converted_pages} pages={document.pages} />
    <span className="up-do">
      {mayRetry(document.status, document.convert_error !== "") && (
        <WithCall call="PUT /document/retry">
          <button
            type="button"
            className="ib"
            disabled={busy}
            aria-label={`重新转换《${document.title}》`}
            title="重新转换"
            onClick={() => onRetry(document)}
          >
            <Icon name="rotate" />
          </button>
        </WithCall>
      )}
      <WithCall call="POST /document/share">
        <button
          type="button"
          className="ib"
          aria-label={`《${document.title}》的分享链接`}
          title="分享链接"
          onClick={() => onShare(document)}
        >
          <Icon name="share" />
        </button>
      </WithCall>
      <button
        type="button"
        className="ib"
        disabled={busy}
        aria-label={`编辑《${document.title}》`}
        title="编辑"
        onClick={() => onEdit(document)}
      >
        <MoreIcon name="pencil" />
      </button>
      <button
        type="button"
        className="ib"
        disabled={busy}
        aria-label={`删除《${document.title}》`}
        title="删除"
        onClick={() => onDelete(document)}
      >
        <MoreIcon name="trash" />
      </button>
    </span>
  </li>
)
