import { clearing, privateSetting, root, safety } from "../setting"

/** The mail server that sends codes and links. */
export const mailSettings = {
  enable: privateSetting.flag("启用邮件服务", false, safety("关闭时不发邮件，用邮箱找回密码和验证邮箱也用不了")),
  host: privateSetting.text("SMTP 服务器地址", "", {
    ...clearing,
    hint: `${clearing.hint}；服务器在本机或内网时，先在 .env 里把它的 IP 地址写进 OUTGOING_ALLOW`,
  }),
  port: privateSetting.number("SMTP 服务器端口", 465, { min: 1, max: 65_535, ...clearing }),
  is_tls: privateSetting.flag("连接时就使用 TLS", true, {
    hint: "465 端口打开；587 和 25 端口关闭，由 STARTTLS 加密，除本机外不发不加密的邮件。修改后密码会清除，要重新填写",
    guard: "destination",
  }),
  from_name: privateSetting.text("发件人名称", "", { ...root, hint: "收件人看到的名字" }),
  username: privateSetting.text("SMTP 账号", "", { ...root, hint: "也是发件人地址" }),
  password: privateSetting.password("SMTP 密码", "", { hint: "许多邮箱要用授权码，而不是登录密码" }),
  duration: privateSetting.number("找回密码链接的有效期（分钟）", 30, { min: 1, max: 60, hint: "过了这么久要重新申请" }),
}
