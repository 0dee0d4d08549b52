"use client"

import { CommentTargetLink } from "@/components/community/comment/admin/comment-target-link"
import { crudPage } from "@/components/admin/crud-page"
import { ReviewMarks } from "@/components/admin/review-marks"
import type { CrudAction } from "@/components/admin/crud/actions"
import type { Screen } from "@/components/admin/crud/options"
import { authorOf } from "@/components/community/comment/comment-target"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Comment } from "@/lib/contract/types"

const verdicts = (rows: Comment[], { crud, act }: Screen<"/comment">): CrudAction[] =>
  ([ReviewStatus.approved, ReviewStatus.rejected] as const).map((status) => ({
    key: String(status),
    label: status === ReviewStatus.approved ? "通过" : "不通过",
    icon: status === ReviewStatus.approved ? "check" : "close",
    lead: rows.some((row) => row.status === ReviewStatus.pending),
    hidden: !crud.may("CheckComment") || rows.every((row) => row.status === status),
    onClick: () => void act({ call: () => api("POST /comment/check", { id: rows.map((row) => row.id), status }), done: "审批成功" }),
  }))

/** Comments: review and deletion. */
export default crudPage(
  { ...entities.comment, query: { with_document_title: true } },
  {
    searchIn: "评论内容",
    create: false,
    removal: "删除后不能恢复，它的回复会留下。",
    empty: { title: "还没有评论", text: "有人评论文档或文章后，会出现在这里。" },
    views: [
      { label: "全部", filters: {} },
      { label: "待审核", filters: { status: [String(ReviewStatus.pending)] }, counted: true },
      { label: "未通过", filters: { status: [String(ReviewStatus.rejected)] } },
    ],
    rowActions: (row, screen) => verdicts([row], screen),
    batchActions: verdicts,
    fields: {
      content: {
        label: "评论内容",
        kind: "textarea",
        title: true,
        required: true,
        max: 1000,
        render: (row) => (
          <>
            <span className="adm-comment" title={row.content}>
              {row.content}
            </span>
            <ReviewMarks row={row} />
          </>
        ),
      },
      document_title: { label: "评论的是", form: "locked", card: true, render: (row) => <CommentTargetLink comment={row} /> },
      status: { label: "状态", kind: "enum", options: ReviewStatus, tones: { 0: "warn", 1: "ok", 2: "bad" }, search: true, card: true },
      user_id: { label: "评论人", kind: "user", many: false, search: true, form: false, card: true, text: authorOf },
      type: { label: "类型", kind: "enum", options: ContentKind, search: true, form: false },
      page: { label: "页码", kind: "number", form: false, column: "hidden" },
      created_at: { label: "评论时间", kind: "datetime", form: false, card: true },
    },
  },
)
