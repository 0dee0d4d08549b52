import { entities, type EntityNames } from "../../contract/entities"
import { RequestMethod } from "../../contract/people/group.enums"
import { settingPath, settingScreens } from "../../contract/site/settings.screens"

/** A permission that the user has; `id` 0 = not granted. */
type Held = { id: number; method: string; path: string }

/** An API of the permission list: its label, and the pages of /admin that its list call opens. */
export type PageGroup = { api: string; list: string; label: string; pages: readonly string[] }

const configPages = settingScreens.map(({ name }) => settingPath(name))
/** `section` is the parent page of the screen, `more` are further pages that the list call opens. */
type More = { label?: string; section?: string; more?: readonly string[] }
const of = ({ api, entity, label, screen }: EntityNames, { section, more = [], ...named }: More = {}): PageGroup => {
  const around = section ?? /^(\/admin\/\w+)\/\w+$/.exec(screen)?.[1]
  return { api, list: `List${entity}`, label: named.label ?? `${label}管理`, pages: [...(around ? [around] : []), screen, ...more] }
}
const operations = { section: "/admin/biz" }

/** The pages that each list call opens (docs/reference/api.md 5.3). */
export const pageGroups: readonly PageGroup[] = [
  of(entities.document),
  of(entities.recycled, { label: "回收站管理" }),
  of(entities.searchRecord),
  of(entities.language),
  of(entities.category, { more: ["/admin/article", "/admin/article/category"] }),
  of(entities.article, { more: ["/admin/article/set", entities.recycledArticle.screen] }),
  of(entities.user),
  of(entities.group),
  of(entities.permission),
  of(entities.punishment),
  of(entities.punishmentTemplate, { label: "处罚模板" }),
  of(entities.userVip),
  of(entities.sms, { label: "短信管理" }),
  of(entities.spiderUrl),
  of(entities.spiderDocument),
  of(entities.comment, operations),
  of(entities.review, { section: "/admin/biz", label: "审核台" }),
  of(entities.report, operations),
  of(entities.complaint, operations),
  of(entities.appeal, operations),
  of(entities.sensitiveWord, operations),
  of(entities.sensitiveHit, { section: "/admin/biz", label: "敏感词命中" }),
  of(entities.safetyCheck, { section: "/admin/biz", label: "内容安全结果" }),
  of(entities.advertisement, operations),
  of(entities.announcement, operations),
  of(entities.order, operations),
  of(entities.downcode, operations),
  of(entities.banner),
  of(entities.navigation),
  of(entities.friendlink),
  of(entities.attachment),
  of(entities.audit, { label: "审计日志" }),
  of(entities.webhook, { label: "Webhook" }),
  of(entities.webhookDelivery, { label: "Webhook 推送记录" }),
  of(entities.job, { label: "后台任务" }),
  of(entities.config, { label: "系统设置", more: configPages }),
]

/**
 * Returns the pages of /admin that these permissions open (docs/reference/specification.md 6). Only the permission for a list call opens
 * pages.
 */
export const allowedPagesOf = (permissions: readonly Held[]): string[] => {
  const granted = new Set(permissions.filter((row) => row.id > 0 && row.method === RequestMethod.GRPC).map((row) => row.path))
  return [...new Set(pageGroups.flatMap((group) => (granted.has(`/api.v1.${group.api}/${group.list}`) ? group.pages : [])))]
}

/** Open to all staff (docs/reference/specification.md 6). */
export const alwaysAllowed = ["/admin", "/admin/index", "/admin/dashboard", "/admin/navigation"]

/** Removes trailing slashes from a path. It scans from the end, because a regular expression would rescan long runs of slashes. */
export const withoutEndingSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === "/") end--
  return path.slice(0, end)
}

/** Checks whether the path is an allowed page; ignores a trailing slash. */
export const mayOpen = (path: string, allowedPages: readonly string[]): boolean => {
  const plain = withoutEndingSlashes(path) || "/"
  return allowedPages.length > 0 && (alwaysAllowed.includes(plain) || allowedPages.includes(plain))
}
