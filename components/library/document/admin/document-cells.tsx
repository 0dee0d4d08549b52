"use client"

import { Popover } from "antd"
import type { ReactNode } from "react"
import "@/app/styles/library/document-admin.css"
import { None } from "@/components/admin/crud/cell"
import { StatusTag } from "@/components/library/document/tags/status-tag"
import { useSettings } from "@/components/providers/settings"
import { Cover } from "@/components/ui/cover"
import { Icon } from "@/components/ui/icon"
import { Kind, Vip } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Document } from "@/lib/contract/types"
import { isTurnedDown } from "@/lib/rules/library/document-status"
import { count, fileSize, price } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { day, minute } from "@/lib/rules/time"

type DocumentFields = Pick<
  Document,
  | "id"
  | "uuid"
  | "title"
  | "ext"
  | "pages"
  | "price"
  | "is_vip"
  | "width"
  | "height"
  | "status"
  | "version"
  | "converted_pages"
  | "user_id"
  | "username"
  | "recommend_at"
>

/** The cover of a document, displayed on hover over its title. It is only a visual aid, so keyboard focus does not open it. */
const Peek = ({ document, children }: { document: DocumentFields; children: ReactNode }) => (
  <Popover
    rootClassName="admin"
    placement="right"
    mouseEnterDelay={0.3}
    trigger="hover"
    destroyOnHidden
    content={
      <span className="adm-peek" role="img" aria-label={`“${document.title}”的封面`}>
        <Cover document={document} />
      </span>
    }
  >
    {children}
  </Popover>
)

/** Format and title of a document in one line. Without `link`, neither cover nor link: the files of deleted documents are not served. */
export const DocumentCell = ({ document, link = true }: { document: DocumentFields; link?: boolean }) => (
  <span className="adm-doc">
    <Kind ext={document.ext} />
    {link ? (
      <Peek document={document}>
        <Link className="cut name" href={paths.document(document.uuid)} target="_blank">
          {document.title}
        </Link>
      </Peek>
    ) : (
      <span className="cut name" title={document.title}>
        {document.title}
      </span>
    )}
    {document.recommend_at ? <span className="tag pri">推荐</span> : null}
  </span>
)

/** Returns the reason for a document's status: of its rejection, or the warning or error of its conversion; "" if there is none. */
export const reasonOf = ({
  status,
  convert_error,
  convert_warning,
  reject_reason,
}: Pick<Document, "status" | "convert_error" | "convert_warning" | "reject_reason">): string => {
  return isTurnedDown(status) ? reject_reason : status === DocumentStatus.converted ? convert_warning : convert_error
}

export const StatusCell = ({
  document,
}: {
  document: Pick<Document, "title" | "status" | "converted_pages" | "pages" | "convert_error" | "convert_warning" | "reject_reason">
}) => {
  return (
    <Reasoned reason={reasonOf(document)} label={`${DocumentStatus.labelOf(document.status)}，${document.title}`}>
      <StatusTag status={document.status} ready={document.converted_pages} pages={document.pages} />
    </Reasoned>
  )
}

/**
 * Delay before a focused reason opens, in seconds; antd passes it to its trigger. Tabbing through rows then opens nothing: fifty popovers
 * that
 * open and close before a slow machine renders one exceed React's limit for nested updates.
 */
const rest = { focusDelay: 0.2 }

/** A status (`children`) whose reason is displayed on hover or focus; without a reason the status alone. */
export const Reasoned = ({ reason, label, children }: { reason: string; label: string; children: ReactNode }) =>
  reason ? (
    <Popover content={<p className="adm-reason">{reason}</p>} trigger={["hover", "focus"]} {...rest}>
      <button type="button" className="adm-status" aria-label={`${label} 的原因：${reason}`}>
        {children}
        <Icon name="help" small />
      </button>
    </Popover>
  ) : (
    children
  )

/** The number of pages, and below it the file size. */
export const ExtentCell = ({ pages, size }: Pick<Document, "pages" | "size">) => (
  <span className="adm-two num">
    <span>{pages > 0 ? `${count(pages)} 页` : "—"}</span>
    <small>{fileSize(size)}</small>
  </span>
)

export const PriceCell = ({ document }: { document: Pick<Document, "price" | "is_vip"> }) => {
  const { credit_name } = useSettings().system
  return (
    <span className="adm-two num">
      <span>{price(document.price, credit_name)}</span>
      {document.is_vip ? <Vip /> : null}
    </span>
  )
}

/** The name of the deepest category; the title attribute contains the whole path. */
export const CategoryCell = ({ category }: Pick<Document, "category">) => {
  const last = category.find((one) => !category.some((other) => other.parent_id === one.id))
  return last ? (
    <span className="cut short" title={category.map((one) => one.title).join(" / ")}>
      {last.title}
    </span>
  ) : (
    <None />
  )
}

/** A date; the title attribute contains the time to the minute. */
export const DayCell = ({ at }: { at: string | null }) =>
  at ? (
    <time className="num nowrap" dateTime={at} title={minute(at)}>
      {day(at)}
    </time>
  ) : (
    <None />
  )
