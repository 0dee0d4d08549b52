import { isIP } from "node:net"
import { MailError } from "./mail.port"

/** Error messages for staff, with the server's own message in brackets. */
const withDetail = (sentence: string, detail?: string) => `${sentence}${detail ? `（${detail}）` : ""}`

export const incomplete = (label: string) => new MailError(`邮件配置不完整，还没有填写“${label}”`, true)
export const badSetting = (label: string, why: string) => new MailError(`邮件配置里的“${label}”${why}`, true)
export const badMail = (why: string) => new MailError(`这封邮件发不出去：${why}`, true)
export const wrongAccount = (detail?: string, permanent = true) =>
  new MailError(withDetail("邮箱账号或密码不对，很多邮箱要填授权码，而不是登录密码", detail), permanent)
export const unreachable = (server: string, detail?: string) =>
  new MailError(withDetail(`连不上邮件服务器 ${server}，请检查地址、端口和网络`, detail), false)
/** OUTGOING_ALLOW takes IP addresses; the address of a host name is known to the operator only. */
export const insideNetwork = (host: string) =>
  new MailError(
    `邮件服务器 ${host} 在本机或内网，网站默认不连。请在 .env 里写上 OUTGOING_ALLOW=${isIP(host) ? host : "它的 IP 地址"}，再重新启动网站`,
    true,
  )
export const noTls = (detail?: string) =>
  new MailError(withDetail("和邮件服务器的加密连接没有建立起来，请检查 TLS 开关和端口是否对应、服务器的证书是否有效", detail), true)
export const recipientRefused = (detail: string | undefined, permanent: boolean) =>
  new MailError(withDetail("邮件服务器不接受收件地址", detail), permanent)
export const senderRefused = (detail: string | undefined, permanent: boolean) =>
  new MailError(withDetail("邮件服务器不接受发件地址，SMTP 账号须是完整的邮箱地址", detail), permanent)
export const mailRefused = (detail: string | undefined, permanent: boolean) =>
  new MailError(withDetail("邮件服务器拒收了这封邮件", detail), permanent)
export const timedOut = (seconds: number) => new MailError(`邮件服务器 ${seconds} 秒内没有答复，请检查地址和端口，或稍后再试`, false)
