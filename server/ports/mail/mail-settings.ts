import { badMail, badSetting, incomplete } from "./mail-errors"
import type { Mail, MailSettings } from "./mail.port"

const control = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/
/** One bare address: no display name, no list, no characters that could end a header. */
const address = /^[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f]{1,64}@[^\s@<>()[\]\\,;:"\u0000-\u001f\u007f]{1,253}$/

/**
 * Rejects header injection, extra recipients and unusable settings before connecting.
 * @throws MailError, always permanent
 */
export const checkMail = (settings: MailSettings, mail: Mail): void => {
  if (!settings.host) throw incomplete("SMTP 服务器地址")
  if (control.test(settings.host) || /[\s/@]/.test(settings.host)) throw badSetting("SMTP 服务器地址", "不是主机名")
  if (!Number.isInteger(settings.port) || settings.port < 1 || settings.port > 65_535)
    throw badSetting("SMTP 服务器端口", "不是 1 到 65535 的整数")
  if (!settings.username) throw incomplete("SMTP 账号")
  if (!address.test(settings.username)) throw badSetting("SMTP 账号", "不是完整的邮箱地址")
  if (control.test(settings.from_name)) throw badSetting("发件人名称", "不能换行，也不能含有控制字符")
  if (!address.test(mail.to)) throw badMail("收件地址不是邮箱地址")
  if (control.test(mail.subject)) throw badMail("主题不能换行，也不能含有控制字符")
  if (mail.unsubscribe !== undefined && !/^https?:\/\/[^\s<>"]+$/.test(mail.unsubscribe)) throw badMail("退订地址不是网址")
}
