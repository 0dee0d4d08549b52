import { CodeType } from "@/lib/contract/people/verification.enums"
import type { Ctx } from "@/server/context"
import { job } from "@/server/module"
import type { Mail } from "@/server/ports/mail/mail.port"
import { codeMail, noticeMail, resetMail } from "@/server/ports/mail/templates"
import { deliverMail } from "../../site/settings/mail-delivery.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { ownersOfEmail } from "../user/people.usecases"
import { codeMinutes, codeOf, purposeOf } from "./code.rules"
import { resetLink, siteOrigin } from "./reset-link.usecases"
import { findCode, type StoredCode } from "./verification.repository"

type Content = Omit<Mail, "to">

/** Builds the mail for an address, depending on its account. The decision is made in the job, so that the request reveals nothing. */
const contentOf = async (ctx: Ctx, row: StoredCode): Promise<Content | null> => {
  const { sitename } = await settingsOf(ctx.app, "system")
  const owners = await ownersOfEmail(ctx, row.address)
  if (row.type === CodeType.find_password) {
    if (!owners.length) return null
    const minutes = Math.max(1, Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 60_000))
    const origin = await siteOrigin(ctx.app)
    const accounts = owners.map(async ({ id, username }) => ({ username, link: await resetLink(ctx.app, origin, row, id) }))
    return resetMail({ sitename, minutes, accounts: await Promise.all(accounts) })
  }
  if (row.type === CodeType.register && owners.some(({ proven }) => proven)) {
    return noticeMail({
      sitename,
      title: "这个邮箱已经注册过",
      lines: [
        "有人用这个邮箱注册账号，但它已经属于一个账号了。",
        "如果是你，请直接登录；忘了密码，可以用“找回密码”重新设置。如果不是你，忽略这封邮件就好。",
      ],
    })
  }
  return codeMail({ sitename, code: codeOf(ctx.app.secret, row), minutes: codeMinutes.mail, purpose: purposeOf(row.type) })
}

/**
 * Sends the mail of one code, with the current settings. The queue retries a temporary failure while the code is valid; a permanent one is
 * logged and dropped.
 */
export const sendMailJob = job<{ code_id: number }>({
  name: "send-mail",
  timeoutSeconds: 60,
  retries: 5,
  concurrency: 4,
  run: async (ctx, { code_id }) => {
    const row = await findCode(ctx.db, code_id)
    if (!row || row.used_at || row.expires_at <= ctx.now()) return
    if (!(await settingsOf(ctx.app, "email")).enable) return
    const content = await contentOf(ctx, row)
    if (content) await deliverMail(ctx, row.address, content, { code_id })
  },
})
