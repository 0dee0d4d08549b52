import type { Mail } from "./mail.port"

type Content = Omit<Mail, "to">
/** Markup that is already safe and is not escaped. */
type Html = { readonly markup: string }

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Template tag for markup. Escapes inserted values unless they are `Html`. */
const html = (parts: TemplateStringsArray, ...values: (string | number | Html | readonly Html[])[]): Html => ({
  markup: parts.reduce((left, part, at) => `${left}${written(values[at - 1]!)}${part}`),
})
const written = (value: string | number | Html | readonly Html[]): string => {
  if (Array.isArray(value)) return value.map((one: Html) => one.markup).join("")
  if (typeof value === "object") return (value as Html).markup
  return String(value).replace(/[&<>"']/g, (one) => entities[one]!)
}

/** Colours of the light theme (`lib/theme.ts`; a test compares them). Mail clients do not support CSS variables. */
export const mailColours = {
  bg: "#f5f6f3",
  surface: "#ffffff",
  border: "#e3e7df",
  text: "#191f1a",
  "text-2": "#465048",
  "text-3": "#5e6860",
  primary: "#23703f",
  "on-primary": "#ffffff",
  "primary-soft": "#e6f1e7",
}

const colour = mailColours
const font = "-apple-system,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"

/** Joins lines, so that a site name cannot add a line to a subject. */
const line = (text: string): string => text.replace(/[\s\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim()

const paragraph = (text: string) => html`<p style="margin:0 0 16px;font-size:15px;line-height:26px;color:${colour["text-2"]}">${text}</p>`

type Letter = { sitename: string; subject: string; title: string; body: readonly Html[]; text: readonly string[] }

/** The layout of every mail: no table, no image, no external resources. */
const renderMail = ({ sitename, subject, title, body, text }: Letter): Content => {
  const closing = `这封邮件由 ${line(sitename)} 自动发出，不用回复。`
  const { markup } = html`<!doctype html>
<html lang="zh-CN">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:0;background:${colour.bg};font-family:${font}">
<div style="max-width:520px;margin:0 auto;padding:32px 16px">
<div style="margin:0 0 12px;font-size:15px;line-height:24px;font-weight:600;color:${colour.primary}">${line(sitename)}</div>
<div style="padding:28px 24px 12px;background:${colour.surface};border:1px solid ${colour.border};border-radius:10px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:30px;font-weight:600;color:${colour.text}">${title}</h1>
${body}
</div>
<p style="margin:16px 0 0;font-size:12px;line-height:20px;color:${colour["text-3"]}">${closing}</p>
</div>
</body>
</html>`
  return { subject: line(subject), html: markup, text: [title, ...text, closing].join("\n\n") }
}

/** Renders a mail with a verification code. `purpose` is a short phrase such as 注册账号. */
export const codeMail = ({
  sitename,
  code,
  minutes,
  purpose,
}: {
  sitename: string
  code: string
  minutes: number
  purpose: string
}): Content => {
  const intro = `你正在${purpose}，验证码是：`
  const valid = `${minutes} 分钟内有效，只能用一次。请不要告诉别人；如果不是你本人在操作，忽略这封邮件就好。`
  const box = html`<p style="margin:0 0 16px;padding:14px 0;background:${colour["primary-soft"]};border-radius:6px;text-align:center;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;line-height:36px;font-weight:600;letter-spacing:6px;color:${colour.primary}">${code}</p>`
  return renderMail({
    sitename,
    subject: `【${sitename}】${purpose}的验证码`,
    title: `${purpose}的验证码`,
    body: [paragraph(intro), box, paragraph(valid)],
    text: [`${intro}${code}`, valid],
  })
}

/** An account with its password reset link, an absolute URL of this site. */
type ResetLink = { username: string; link: string }

const resetButton = ({ username, link }: ResetLink, named: boolean): Html[] => [
  ...(named ? [paragraph(`账号 ${line(username)}：`)] : []),
  html`<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;padding:10px 24px;background:${colour.primary};border-radius:6px;font-size:15px;line-height:24px;color:${colour["on-primary"]};text-decoration:none">重新设置密码</a></p>`,
  html`<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${colour["text-3"]};word-break:break-all">打不开时，把这个地址复制到浏览器：<br>${link}</p>`,
]

/** Renders a mail with password reset links, one for each account with this address. */
export const resetMail = ({
  sitename,
  accounts,
  minutes,
}: {
  sitename: string
  accounts: readonly ResetLink[]
  minutes: number
}): Content => {
  if (!accounts.every(({ link }) => /^https?:\/\//.test(link))) throw new Error("a link in a mail is a whole http address")
  const several = accounts.length > 1
  const intro = several
    ? `有人申请重新设置你在 ${line(sitename)} 的密码。有 ${accounts.length} 个账号填了这个邮箱；如果是你，请打开要找回的那一个的链接：`
    : `有人申请重新设置你在 ${line(sitename)} 的密码。如果是你，请打开下面的链接：`
  const valid = `链接 ${minutes} 分钟内有效，只能用一次。如果不是你，忽略这封邮件就好，密码不会改变。`
  return renderMail({
    sitename,
    subject: `【${sitename}】重新设置密码`,
    title: "重新设置密码",
    body: [paragraph(intro), ...accounts.flatMap((account) => resetButton(account, several)), paragraph(valid)],
    text: [intro, ...accounts.map(({ username, link }) => (several ? `账号 ${line(username)}：\n${link}` : link)), valid],
  })
}

/** Renders the mail with which staff test the settings. */
export const testMail = ({ sitename }: { sitename: string }): Content => {
  const message = `收到这封邮件，说明 ${line(sitename)} 的邮件配置可以用了。`
  return renderMail({ sitename, subject: `【${sitename}】测试邮件`, title: "测试邮件", body: [paragraph(message)], text: [message] })
}

/** Renders a notice of a few paragraphs. */
export const noticeMail = ({ sitename, title, lines }: { sitename: string; title: string; lines: readonly string[] }): Content =>
  renderMail({ sitename, subject: `【${sitename}】${title}`, title, body: lines.map(paragraph), text: lines })
