import { entities, titleOf, type EntityNames } from "../contract/entities"
import { settingPath, settingScreens } from "../contract/site/settings.screens"
import { mayOpen, withoutEndingSlashes } from "../rules/people/admin-access"
import { paths } from "../rules/path"
import { offers, type ServerCapability } from "./capabilities"

/**
 * A screen of /admin: path, title, icon on the first level, and a required capability that not every server has. `behind`: it is not in the
 * menu, but linked from another screen.
 */
export type AdminPage = { path: string; title: string; icon?: AdminIcon; needs?: ServerCapability; behind?: true }
export type AdminGroup = { title: string; icon: AdminIcon; pages: readonly AdminPage[] }
export type AdminEntry = AdminPage | AdminGroup
export type AdminIcon =
  | "dashboard"
  | "file"
  | "article"
  | "spider"
  | "users"
  | "flag"
  | "picture"
  | "clip"
  | "compass"
  | "link"
  | "settings"

/** Returns the list screen of an entity, which requires the call of its list. */
const listOf = (entity: EntityNames): AdminPage => ({ path: entity.screen, title: titleOf(entity), needs: listCallOf(entity) })
const listCallOf = ({ path }: EntityNames) => `GET ${path}/list` as ServerCapability

/** Returns the capability that a settings screen requires. */
export const settingsNeed = (name: string): ServerCapability => `GET /config/list ${name}`

export const dashboard: AdminPage = { path: "/admin/dashboard", title: "面板", icon: "dashboard" }

/** The menu of /admin, in the order that staff know from compatible servers. Lists only screens that exist. */
export const adminMenu: readonly AdminEntry[] = [
  dashboard,
  {
    title: "文档管理",
    icon: "file",
    pages: [
      { ...listOf(entities.category), title: "文档分类" },
      listOf(entities.document),
      listOf(entities.language),
      listOf(entities.searchRecord),
      listOf(entities.recycled),
    ],
  },
  {
    title: "文章管理",
    icon: "article",
    pages: [
      { path: "/admin/article/category", title: "文章分类" },
      listOf(entities.article),
      { path: paths.adminArticle(), title: "文章编辑", behind: true },
      listOf(entities.recycledArticle),
    ],
  },
  {
    title: "爬虫管理",
    icon: "spider",
    pages: [listOf(entities.spiderUrl), listOf(entities.spiderDocument)],
  },
  {
    title: "用户管理",
    icon: "users",
    pages: [
      listOf(entities.user),
      listOf(entities.group),
      listOf(entities.permission),
      listOf(entities.punishment),
      listOf(entities.punishmentTemplate),
      listOf(entities.userVip),
      listOf(entities.sms),
    ],
  },
  {
    title: "运营管理",
    icon: "flag",
    pages: [
      listOf(entities.review),
      listOf(entities.order),
      listOf(entities.report),
      listOf(entities.complaint),
      listOf(entities.appeal),
      listOf(entities.comment),
      listOf(entities.sensitiveWord),
      listOf(entities.sensitiveHit),
      listOf(entities.safetyCheck),
      listOf(entities.advertisement),
      listOf(entities.announcement),
    ],
  },
  { ...listOf(entities.banner), icon: "picture" },
  { ...listOf(entities.navigation), icon: "compass" },
  { ...listOf(entities.friendlink), icon: "link" },
  { ...listOf(entities.attachment), icon: "clip" },
  {
    title: titleOf(entities.config),
    icon: "settings",
    pages: [
      ...settingScreens.map(({ name, title }) => ({ path: settingPath(name), title, needs: settingsNeed(name) })),
      listOf(entities.job),
    ],
  },
]

export const isGroup = (entry: AdminEntry): entry is AdminGroup => "pages" in entry

/**
 * Returns the user's menu: always the dashboard, and every group with a visible page (docs/reference/specification.md 2). Omits pages that
 * require a capability that the server lacks (`absent`).
 */
export const visibleMenu = (allowedPages: readonly string[], absent: readonly string[] = []): AdminEntry[] =>
  adminMenu.flatMap<AdminEntry>((entry) => {
    if (!isGroup(entry)) return entry === dashboard || allowedPages.includes(entry.path) ? [entry] : []
    const pages = entry.pages.filter((one) => !one.behind && mayOpen(one.path, allowedPages) && (!one.needs || offers(absent, one.needs)))
    return pages.length > 0 ? [{ ...entry, pages }] : []
  })

/** Returns the menu entry of a path and its group. Null for a path without a screen, and for a screen that the server does not support. */
export const menuEntryOf = (path: string, absent: readonly string[] = []): { page: AdminPage; group: AdminGroup | null } | null => {
  const plain = withoutEndingSlashes(path)
  for (const entry of adminMenu) {
    if (!isGroup(entry) && entry.path === plain) return { page: entry, group: null }
    const adminPage = isGroup(entry) ? entry.pages.find((one) => one.path === plain) : undefined
    if (adminPage) return adminPage.needs && !offers(absent, adminPage.needs) ? null : { page: adminPage, group: entry as AdminGroup }
  }
  return null
}

/** Checks for a path below /admin without a screen. Paths that redirect to the dashboard do not count. */
export const isMissingScreen = (path: string, absent: readonly string[]): boolean =>
  path.startsWith(`${paths.admin}/`) && !/^\/admin\/(index\/?)?$/.test(path) && menuEntryOf(path, absent) === null

/** Checks whether a link leads to a missing screen, or to a list by a filter that the server's list lacks. */
export const isMissingList = (href: string, { absent }: { absent: readonly string[] }): boolean => {
  const { pathname, searchParams } = new URL(href, "https://own.invalid")
  const entity = Object.values(entities).find(({ screen }) => screen === pathname)
  const filters = entity ? [...searchParams.keys()].map((name) => `${listCallOf(entity)} ${name}` as ServerCapability) : []
  return isMissingScreen(pathname, absent) || filters.some((filter) => !offers(absent, filter))
}
