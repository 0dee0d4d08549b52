import { ComplaintCapacity, ComplaintChannel, ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import { minute } from "@/lib/rules/time"
import type { Ctx } from "@/server/context"
import { notFound } from "@/server/errors"
import { publicUsers } from "../../people/user/user.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findComplaint, listProofs, listTargets } from "./complaint.repository"
import { plainPdf, type Paragraph } from "./plain-pdf.rules"

const heading = (text: string): Paragraph[] => [{ text: "" }, { text, size: 13 }]
const field = (label: string, value: string | null | undefined): Paragraph[] => (value ? [{ text: `${label}：${value}` }] : [])
const moment = (value: Date | null): string => (value ? minute(value) : "")

/** Returns the file of a case as a PDF, with its name. Proof files are listed with their checksums, and kept beside it. */
export const caseAsPdf = async (ctx: Ctx, id: number): Promise<{ name: string; content: Buffer }> => {
  const row = await findComplaint(ctx.db, id)
  if (!row) throw notFound("投诉不存在")
  const [targets, files, people, { sitename }] = await Promise.all([
    listTargets(ctx.db, [id]),
    listProofs(ctx.db, id),
    publicUsers(ctx, [row.user_id]),
    settingsOf(ctx.app, "system"),
  ])
  const title = `版权投诉 ${row.number}`
  const paragraphs: Paragraph[] = [
    { text: title, size: 18 },
    { text: `${sitename}，${minute(ctx.now())} 导出` },
    ...field("状态", ComplaintStatus.labelOf(row.status)),
    ...heading("投诉人"),
    ...field("姓名或单位", row.claimant),
    ...field("身份", ComplaintCapacity.labelOf(row.capacity)),
    ...field("电子邮箱", row.email),
    ...field("手机号", row.mobile),
    ...field("身份验证", ComplaintChannel.options.find(({ value }) => value === row.channel)?.label),
    ...heading("投诉内容"),
    ...field("作品", row.work),
    ...field("提交时间", minute(row.created_at)),
    ...targets.map(({ title: name, href }) => ({ text: `《${name}》 ${href}` })),
    { text: "" },
    { text: row.statement },
    ...heading("证明材料"),
    ...(files.length
      ? files.map(({ name, size, sha256 }) => ({ text: `${name}（${size} 字节，SHA-256 ${sha256}）` }))
      : [{ text: "没有" }]),
    ...heading("处理"),
    ...field("上传者", people.get(row.user_id)?.username),
    ...field("下架时间", moment(row.taken_down_at)),
    ...field("理由", row.reason),
    ...field("下一步期限", moment(row.due_at)),
    ...(row.countered_at
      ? [
          ...heading("反通知"),
          ...field("提交时间", moment(row.countered_at)),
          ...field("姓名", row.counter_name),
          { text: row.counter_statement },
        ]
      : []),
    ...(row.closed_at ? [...heading("结果"), ...field("结束时间", moment(row.closed_at)), ...field("理由", row.outcome)] : []),
  ]
  return { name: `${title}.pdf`, content: plainPdf(title, paragraphs) }
}
