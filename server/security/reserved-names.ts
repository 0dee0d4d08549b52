/** Reserved names, which would appear to speak for the site. */
const whole = new Set(
  `admin administrator root system sysadmin superuser superadmin webmaster postmaster hostmaster security abuse
  support help helpdesk service staff official operator moderator mod owner team info contact noreply sales billing
  api www web mail email smtp ftp ssh dns cdn static assets uploads download downloads upload view
  login logout register signup signin findpassword oauth me user users account accounts profile password settings
  category article document search order orders joinvip vip post comment favorite report complaint
  anonymous guest nobody null undefined none true false test tester bot robot spider crawler
  doujia 豆架 系统 匿名 游客 匿名用户 已注销 已注销用户 注销用户 系统消息 系统通知 站长 版主 财务 运营 审核员 测试`.split(/\s+/),
)
/** Chinese official titles, matched anywhere in a name. */
const parts = ["管理员", "客服", "官方", "超管", "已注销用户"]

/** Checks for a reserved name, ignoring hyphens and underscores: `ad-min_` is admin. */
export const isReservedName = (name: string): boolean => {
  const bare = name.toLowerCase().replace(/[-_]/g, "")
  return bare === "" || whole.has(bare) || parts.some((part) => bare.includes(part))
}
