import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import { noticeMail } from "@/server/ports/mail/templates"
import { deliverMail } from "../../site/settings/mail-delivery.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { complaintMail } from "./complaint-mail.rules"
import { findComplaint, listTargets } from "./complaint.repository"

/** Mails the complainant about one step of a case. */
export const mailComplaintJob = job<{ complaint_id: number; step: number }>({
  name: "mail-complaint",
  timeoutSeconds: 60,
  retries: 5,
  concurrency: 2,
  run: async (ctx: Ctx, { complaint_id, step }) => {
    const row = await findComplaint(ctx.db, complaint_id)
    if (!row) return
    const [targets, { sitename }] = await Promise.all([listTargets(ctx.db, [row.id]), settingsOf(ctx.app, "system")])
    const content = noticeMail({ sitename, ...complaintMail(step, { ...row, titles: targets.map(({ title }) => title) }) })
    await deliverMail(ctx, row.email, content, { complaint_id, step })
  },
})
