import type { z } from "zod"
import { ComplaintStatus, complaintLimits } from "@/lib/contract/community/complaint.enums"
import type { complaint as calls } from "@/lib/contract/community/complaint"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { dayNumber } from "@/lib/rules/day"
import type { Ctx } from "@/server/context"
import { conflict, invalid, tooMany } from "@/server/errors"
import { hrefOf, type Content } from "../../library/content/content.usecases"
import { addAttachment, changeFile } from "../../library/files/attachments.usecases"
import { requireMail, requireSms } from "../../people/verification/channel.policy"
import { consumeCode, proveCode } from "../../people/verification/verification.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { addComplaintRow, addTargets, countComplaintsOf, findOpenNumber, lockUnusedProofs } from "./complaint.repository"
import { readProofKey } from "./proof-key.rules"
import { resolveAddresses } from "./targets.usecases"
import { tellComplainant } from "./notices.usecases"

type NewComplaint = z.output<(typeof calls)["POST /complaint"]["input"]>

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Groups contents by author: each author gets a separate case. */
const byAuthor = (contents: Content[]): [author: number, contents: Content[]][] =>
  [...new Set(contents.map(({ user_id }) => user_id))].map((author) => [author, contents.filter(({ user_id }) => user_id === author)])

/** Reads which uploaded files the keys name. @throws 400 for a key that is not ours or too old */
const idsOfProofs = async (ctx: Ctx, keys: string[]): Promise<number[]> => {
  const ids = await Promise.all(keys.map((key) => readProofKey(ctx.app, key)))
  if (ids.some((id) => id === null)) throw invalid("证明材料已过期，请重新上传", "file")
  return [...new Set(ids as number[])]
}

/** Links uploaded files to the first case; the other cases get copies of the rows with the same content. */
const keepProofs = async (ctx: Ctx, ids: number[], cases: number[]): Promise<void> => {
  if (!ids.length) return
  const files = await lockUnusedProofs(ctx.db, ids)
  if (files.length < ids.length) throw invalid("证明材料已过期，请重新上传", "file")
  for (const [at, type_id] of cases.entries())
    for (const { id, ...file } of files)
      await (at === 0 ? changeFile(ctx, id, { type_id, updated_at: ctx.now() }) : addAttachment(ctx, { ...file, type_id }))
}

/**
 * Opens a case for each author whose documents or articles the complaint names. The identity is proven with a code of the purpose
 * `complaint`, and limited to some complaints a day (docs/decisions/440).
 */
export const submitComplaint = async (ctx: Ctx, input: NewComplaint) => {
  const { channel, code, address, file = [], claimant, capacity, work, statement } = input
  const mobile = channel === "sms" ? (input.mobile ?? "") : ""
  const email = input.email.toLowerCase()
  if (channel === "sms" && !mobile) throw invalid("请输入手机号", "mobile")
  await (channel === "sms" ? requireSms(ctx.app) : requireMail(ctx.app))
  const contents = await resolveAddresses(ctx, address)
  const proofs = await idsOfProofs(ctx, file)
  const { complaint_hours } = await settingsOf(ctx.app, "security")
  const now = ctx.now()
  const identity = { email, mobile }
  if ((await countComplaintsOf(ctx.db, identity, new Date(now.getTime() - dayMs))) >= complaintLimits.perDay)
    throw tooMany(3_600, `一天最多提交 ${complaintLimits.perDay} 件投诉，请明天再来；同一作者的内容可以写在一件里`)
  const proven = await proveCode(ctx, { channel, address: channel === "sms" ? mobile : email, type: CodeType.complaint, code })
  return ctx.tx(async (ctx) => {
    await consumeCode(ctx, proven)
    const open = await findOpenNumber(
      ctx.db,
      identity,
      contents.map(({ type, id }) => ({ type, document_id: id })),
    )
    if (open) throw conflict(`你已经投诉过其中的内容，编号 ${open}，请等待处理结果`, "address")
    const rows = []
    for (const [user_id, group] of byAuthor(contents)) {
      const row = await addComplaintRow(
        ctx.db,
        {
          ...{ user_id, status: ComplaintStatus.pending, claimant, capacity, email, mobile, channel, work, statement },
          due_at: new Date(now.getTime() + complaint_hours * hourMs),
          created_at: now,
          updated_at: now,
        },
        (id) => `TS${dayNumber(now)}${String(id).padStart(5, "0")}`,
      )
      await addTargets(
        ctx.db,
        group.map((content) => ({
          complaint_id: row.id,
          type: content.type,
          document_id: content.id,
          title: content.title.slice(0, 255),
          href: hrefOf(content),
        })),
      )
      await tellComplainant(ctx, row)
      rows.push(row)
    }
    await keepProofs(
      ctx,
      proofs,
      rows.map(({ id }) => id),
    )
    await ctx.changed("complaint")
    return { number: rows.map(({ number }) => number) }
  })
}

/** Returns what the form needs: which codes the site can send, and its deadlines. */
export const readOptions = async (ctx: Ctx) => {
  const [mail, sms, security] = await Promise.all([
    settingsOf(ctx.app, "email"),
    settingsOf(ctx.app, "sms"),
    settingsOf(ctx.app, "security"),
  ])
  return {
    mail: mail.enable && mail.host !== "",
    sms: sms.sms_provider !== "",
    hours: security.complaint_hours,
    counter_days: security.complaint_counter_days,
    wait_days: security.complaint_wait_days,
  }
}
