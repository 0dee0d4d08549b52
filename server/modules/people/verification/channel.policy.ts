import type { Services } from "@/server/context"
import { invalid } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"

/** Rejects with 400 while mail is switched off. */
export const requireMail = async (app: Services): Promise<void> => {
  const { enable, host } = await settingsOf(app, "email")
  if (!enable || !host) throw invalid("邮件服务未启用，请联系管理员")
}

/** Rejects with 400 if there is no SMS provider. */
export const requireSms = async (app: Services): Promise<void> => {
  if (!(await settingsOf(app, "sms")).sms_provider) throw invalid("短信服务未启用")
}
