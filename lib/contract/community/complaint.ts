import { z } from "zod"
import { area, perHour } from "../area"
import { email, mobile, PublicUser } from "../people/user"
import {
  bool,
  decimal,
  filled,
  filterList,
  flag,
  id,
  int,
  list,
  listing,
  many,
  nothing,
  num,
  oneOf,
  paging,
  str,
  text,
  time,
  wordOf,
} from "../schema"
import { ComplaintCapacity, ComplaintChannel, ComplaintDecision, complaintLimits } from "./complaint.enums"

/**
 * A document or an article that a complaint is about. `href` is "" if it no longer exists; `is_hidden`: this complaint has taken it down.
 */
export const ComplaintTarget = z.object({ type: num, document_id: num, title: str, href: str, is_hidden: flag })

export const ProofFile = z.object({ id: num, name: str, size: num })

/** A copyright complaint in the list of staff. `user_id` is the author of the content. */
export const Complaint = z.object({
  id: num,
  number: str,
  status: num,
  claimant: str,
  work: str,
  user_id: num,
  username: str,
  /** the title of the first content of the complaint, and the number of contents */
  title: str,
  targets: num,
  /** when the next step is due; null once it is closed */
  due_at: time,
  created_at: time,
  updated_at: time,
})

/** A case with everything that staff know. `infringements`: takedowns in effect against its author, this one included. */
export const ComplaintCase = Complaint.extend({
  capacity: num,
  channel: str,
  email: str,
  mobile: str,
  statement: str,
  /** why it was taken down or dismissed, and the reason of the last decision */
  reason: str,
  outcome: str,
  counter_name: str,
  counter_statement: str,
  taken_down_at: time,
  countered_at: time,
  closed_at: time,
  target: many(ComplaintTarget),
  file: many(ProofFile),
  author: PublicUser.nullable().default(null),
  infringements: num,
})

/** A case as seen by the author of the contents: no contact data and no proof of the complainant. */
export const OwnComplaint = ComplaintCase.pick({
  id: true,
  number: true,
  status: true,
  claimant: true,
  work: true,
  statement: true,
  reason: true,
  outcome: true,
  counter_name: true,
  counter_statement: true,
  target: true,
  due_at: true,
  created_at: true,
})

/** The complaints received in one year, by outcome. `median_hours`: from the complaint to the first decision. */
export const ComplaintYear = z.object({
  year: num,
  received: num,
  taken_down: num,
  dismissed: num,
  countered: num,
  restored: num,
  upheld: num,
  open: num,
  median_hours: decimal,
})

const permission = "ComplaintAPI/ListComplaint"
const promised = bool.refine((value) => value, { error: "请确认内容真实" })

export const complaint = area({
  /** `number`: a complaint about contents of several authors becomes one case for each. The code is sent with the purpose `complaint`. */
  "POST /complaint": {
    title: "提交版权投诉",
    access: "public",
    conflicts: true,
    limit: perHour(10),
    secretInput: true,
    input: z.object({
      claimant: filled(64, "姓名或单位名称"),
      capacity: oneOf(ComplaintCapacity, "请选择投诉人身份"),
      email,
      channel: wordOf(ComplaintChannel, "请选择验证方式"),
      mobile: mobile.optional(),
      code: filled(16, "验证码"),
      work: filled(200, "作品名称"),
      /** addresses of documents and articles of this site */
      address: list(text(500, "网址")).refine((rows) => rows.length > 0 && rows.length <= complaintLimits.addresses, {
        error: `请填写 1 到 ${complaintLimits.addresses} 个网址`,
      }),
      statement: filled(complaintLimits.statement, "侵权说明"),
      /** the keys that `POST /upload/complaint` returned */
      file: list(text(1_000, "证明材料"))
        .refine((rows) => rows.length <= complaintLimits.files, { error: `证明材料最多 ${complaintLimits.files} 份` })
        .optional(),
      is_true: promised,
    }),
    output: z.object({ number: many(z.string()) }),
  },
  /** which codes the site can send, and its deadlines */
  "GET /complaint/options": {
    title: "版权投诉的期限",
    access: "public",
    shared: true,
    input: z.object({}),
    output: z.object({ mail: flag, sms: flag, hours: num, counter_days: num, wait_days: num }),
  },
  "GET /complaint/figures": {
    title: "版权投诉统计",
    access: "public",
    shared: true,
    input: z.object({}),
    output: z.object({ year: many(ComplaintYear) }),
  },
  /** complaints about the caller's documents and articles that were taken down */
  "GET /complaint/own/list": {
    title: "关于我的版权投诉",
    access: "login",
    input: z.object(paging),
    output: z.object({ total: num, complaint: many(OwnComplaint) }),
  },
  "POST /complaint/counter": {
    title: "提交反通知",
    access: "login",
    conflicts: true,
    limit: perHour(20, "person"),
    input: z.object({
      id,
      name: filled(64, "姓名"),
      statement: filled(complaintLimits.statement, "不构成侵权的说明"),
      is_true: promised,
    }),
    output: nothing,
  },
  "GET /complaint/list": {
    title: "查询版权投诉",
    access: "permission",
    permission,
    input: z.object({ ...listing, status: filterList(int), user_id: filterList(int) }),
    output: z.object({ total: num, complaint: many(Complaint) }),
  },
  "GET /complaint": {
    title: "查看版权投诉",
    access: "permission",
    permission: "ComplaintAPI/GetComplaint",
    input: z.object({ id }),
    output: ComplaintCase,
  },
  /** an address, valid for a minute, of a proof file, or without `file_id` of the case as a PDF */
  "GET /complaint/file": {
    title: "下载投诉材料",
    access: "permission",
    permission: "ComplaintAPI/GetComplaint",
    input: z.object({ id, file_id: id.optional() }),
    output: z.object({ url: str }),
  },
  /** a takedown also needs the permission to review contents of its kind; `reason` goes to both sides */
  "PUT /complaint": {
    title: "处理版权投诉",
    access: "permission",
    permission: "ComplaintAPI/UpdateComplaint",
    conflicts: true,
    input: z.object({ id, decision: oneOf(ComplaintDecision, "请选择处理结果"), reason: text(500, "理由").optional() }),
    output: nothing,
  },
})
