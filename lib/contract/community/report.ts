import { z } from "zod"
import { area, perHour } from "../area"
import { ReportReason } from "./report.enums"
import { bool, filterList, flag, id, list, listing, many, nothing, num, oneOf, str, text, time } from "../schema"

export const Report = z.object({
  id: num,
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
  created_at: time,
  updated_at: time,
})

const reason = oneOf(ReportReason, "请选择举报原因")

export const report = area({
  "POST /report": {
    title: "举报文档",
    access: "login",
    conflicts: true,
    limit: perHour(30, "person"),
    /** `remark`: the reporter's comment, stored as `reporter_remark` of the row */
    input: z.object({ document_id: id, reason, remark: text(255, "补充说明").optional() }),
    output: nothing,
  },
  "PUT /report": {
    title: "处理举报内容",
    access: "permission",
    versioned: true,
    permission: "ReportAPI/UpdateReport",
    input: z.object({ id, status: bool, remark: text(255, "处理描述").optional() }),
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
    input: z.object({ ...listing, status: filterList(bool) }),
    output: z.object({ total: num, report: many(Report) }),
  },
})
