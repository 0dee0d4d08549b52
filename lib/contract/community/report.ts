import { z } from "zod"
import { area, perHour } from "../area"
import { PublicUser } from "../people/user"
import { ReportKind, ReportReason, ReportVerdict } from "./report.enums"
import { bool, decimal, filterList, flag, id, int, list, listing, many, nothing, num, oneOf, paging, str, text, time } from "../schema"

export const Report = z.object({
  id: num,
  /** what it is about (`ReportKind`); `document_id` is the id of that, `document_uuid` its key if it is a document or an article */
  type: num,
  document_id: num,
  document_uuid: str,
  document_title: str,
  user_id: num,
  username: str,
  reason: num,
  status: flag,
  /** the action that staff took */
  remark: str,
  /** the reporter's comment */
  reporter_remark: str,
  /** the path of the reporter's picture */
  picture: str,
  /** the case that merges the reports of one content; 0 on servers without cases */
  case_id: num,
  verdict: num,
  /** the answer of staff to the reporter */
  answer: str,
  created_at: time,
  updated_at: time,
})

/** All reports of one content. `weight` is that of the open reports; `is_hidden`: they have hidden the content until staff decide. */
export const ReportCase = z.object({
  id: num,
  type: num,
  document_id: num,
  title: str,
  /** the page that displays it; "" if it no longer exists */
  href: str,
  /** the text of a comment or an article's summary */
  content: str,
  author: PublicUser.nullable().default(null),
  report_count: num,
  weight: decimal,
  is_hidden: flag,
  /** when the oldest open report was sent; null = none is open */
  opened_at: time,
  /** the latest reports of it, newest first */
  report: many(Report),
})

const answer = text(255, "给举报人的答复").optional()
const reason = oneOf(ReportReason, "请选择举报原因")

export const report = area({
  "POST /report": {
    title: "举报",
    access: "login",
    conflicts: true,
    limit: perHour(30, "person"),
    /** `remark`: the reporter's comment, stored as `reporter_remark` of the row; `picture`: from `POST /upload/report` */
    input: z.object({
      document_id: id,
      type: oneOf(ReportKind, "请选择举报对象").optional(),
      reason,
      remark: text(255, "补充说明").optional(),
      picture: text(255, "图片").optional(),
    }),
    output: nothing,
  },
  "PUT /report": {
    title: "处理举报内容",
    access: "permission",
    versioned: true,
    permission: "ReportAPI/UpdateReport",
    input: z.object({ id, status: bool, remark: text(255, "处理描述").optional(), answer }),
    output: nothing,
  },
  "DELETE /report": {
    title: "删除举报内容",
    access: "permission",
    permission: "ReportAPI/DeleteReport",
    input: z.object({ id: list(id) }),
    output: nothing,
  },
  "GET /report/list": {
    title: "查询举报列表",
    access: "permission",
    permission: "ReportAPI/ListReport",
    input: z.object({ ...listing, status: filterList(bool), type: filterList(int) }),
    output: z.object({ total: num, report: many(Report) }),
  },
  "GET /report/case": {
    title: "查看举报案卷",
    access: "permission",
    permission: "ReportAPI/ListReport",
    input: z.object({ case_id: id }),
    output: ReportCase,
  },
  /** Cases with open reports, the oldest first. */
  "GET /report/case/list": {
    title: "查询举报案卷",
    access: "permission",
    permission: "ReportAPI/ListReport",
    input: z.object(paging),
    output: z.object({ total: num, report_case: many(ReportCase) }),
  },
  /**
   * Decides all open reports of one content and notifies the reporters. `upheld` takes the content down, which needs the right to review
   * it; `dismissed` restores what reports have hidden.
   */
  "PUT /report/case": {
    title: "处理举报案卷",
    access: "permission",
    permission: "ReportAPI/UpdateReport",
    conflicts: true,
    input: z.object({
      case_id: id,
      verdict: int
        .refine((value) => value === ReportVerdict.upheld || value === ReportVerdict.dismissed, { error: "请选择处理结果" })
        .meta({ enum: [ReportVerdict.upheld, ReportVerdict.dismissed] }),
      remark: text(255, "处理描述").optional(),
      answer,
    }),
    output: nothing,
  },
})
