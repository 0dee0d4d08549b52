import { originOf, paths } from "@/lib/rules/path"
import { job } from "@/server/module"
import { noticeMail } from "@/server/ports/mail/templates"
import { findDocumentWithoutFile } from "../../library/document/stored-file.policy"
import { deliverMail } from "../../site/settings/mail-delivery.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { findUser } from "../../people/user/people.usecases"
import { settleMissingFiles, type FileNotice } from "./missing-file.usecases"

/** Mails one buyer that the file is missing. Sends nothing if the address is not verified, the account is closed, or the file is back. */
export const fileNoticeJob = job<FileNotice>({
  name: "file-notice",
  timeoutSeconds: 60,
  retries: 5,
  concurrency: 1,
  run: async (ctx, { document_id, user_id }) => {
    const [{ enable }, { sitename, domain }] = await Promise.all([settingsOf(ctx.app, "email"), settingsOf(ctx.app, "system")])
    const document = await findDocumentWithoutFile(ctx, document_id)
    const user = await findUser(ctx, user_id)
    if (!enable || !document || !user || user.closed_at || !user.email_verified) return
    const origin = originOf(domain)
    const content = noticeMail({
      sitename,
      title: "你购买的文档缺少原文件",
      lines: [
        `账号 ${user.username} 购买的文档《${document.title}》原文件缺失，暂不能下载。网站会补上文件，或者给你退款。`,
        ...(origin ? [`文档：${origin}${paths.document(document.uuid)}`] : []),
      ],
    })
    await deliverMail(ctx, user.email, content, { document_id, user_id })
  },
})

/** Runs every ten minutes for documents whose file is missing. */
export const settleMissingFilesJob = job({
  name: "settle-missing-files",
  timeoutSeconds: 540,
  retries: 0,
  concurrency: 1,
  every: "*/10 * * * *",
  run: (ctx, _payload, signal) => settleMissingFiles(ctx, fileNoticeJob, () => signal.aborted),
})
