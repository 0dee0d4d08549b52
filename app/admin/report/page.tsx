"use client"

import { crudPage } from "@/components/admin/crud-page"
import { ReportCase } from "@/components/community/report/admin/report-case"
import { Link } from "@/components/ui/link"
import { entities } from "@/lib/contract/entities"
import { ReportKind, ReportReason } from "@/lib/contract/community/report.enums"
import type { Report } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

/** The page of the reported content. Comments have no page of their own. */
const hrefOf = ({ type, document_id, document_uuid }: Report): string => {
  if (type === ReportKind.user) return paths.user(document_id)
  if (type === ReportKind.article) return document_uuid ? paths.article(document_uuid) : ""
  if (type === ReportKind.comment) return ""
  return paths.document(document_uuid || document_id)
}

/** Reports and their handling. */
export default crudPage(entities.report, {
  searchIn: "标题",
  create: false,
  edit: false,
  views: [
    { label: "待处理", filters: { status: ["false"] }, counted: true },
    { label: "已处理", filters: { status: ["true"] } },
  ],
  panels: { case: ReportCase },
  rowActions: (report, { crud, show }) => [
    { key: "case", label: "处理", icon: "flag", hidden: !crud.may("UpdateReport"), onClick: () => show("case", [report]) },
  ],
  empty: { title: "没有举报", text: "有人举报文档、文章、评论或用户后，会出现在这里等你处理。" },
  fields: {
    document_title: {
      label: "举报的是",
      title: true,
      form: "locked",
      render: (row) => {
        const href = hrefOf(row)
        return href ? (
          <Link className="cut name" href={href} target="_blank">
            {row.document_title}
          </Link>
        ) : (
          <span className="cut name">{row.document_title}</span>
        )
      },
    },
    type: {
      label: "类型",
      kind: "enum",
      options: ReportKind,
      search: true,
      form: false,
      card: true,
    },
    reason: {
      label: "举报原因",
      kind: "enum",
      options: ReportReason,
      form: "locked",
      card: true,
    },
    status: { label: "已处理", kind: "switch", search: true, always: true, card: true },
    user_id: { label: "举报人", kind: "user", form: false, card: true, text: (row) => row.username },
    reporter_remark: { label: "补充说明", kind: "textarea", form: "locked", card: true },
    remark: { label: "处理描述", kind: "textarea", max: 255, card: true },
    created_at: { label: "举报时间", kind: "datetime", form: false },
  },
})
