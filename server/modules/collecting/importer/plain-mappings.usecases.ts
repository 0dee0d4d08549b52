import { withKinds, withStatuses } from "./statuses.usecases"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { adPositions, type AdPosition } from "@/lib/contract/site/advertisement.positions"
import { BannerType } from "@/lib/contract/site/banner.enums"
import { advertisementTable } from "../../site/advertisement/advertisement.table"
import { articleCategoryTable } from "../../articles/article/article.table"
import { bannerTable } from "../../site/banner/banner.table"
import { categoryTable } from "../../library/category/category.table"
import { commentTable } from "../../community/comment/comment.table"
import { documentCategoryTable, downloadTable } from "../../library/document/document.table"
import { dynamicTable } from "../../people/activity/activity.table"
import { favoriteTable } from "../../community/favorite/favorite.table"
import { friendlinkTable } from "../../site/friendlink/friendlink.table"
import { groupPermissionTable, groupTable } from "../../people/group/group.table"
import { languageTable } from "../../library/language/language.table"
import { navigationTable } from "../../site/navigation/navigation.table"
import { punishmentTable } from "../../people/punishment/punishment.table"
import { ratingTable } from "../../library/reading/reading.table"
import { reportTable } from "../../community/report/report.table"
import { searchRecordTable } from "../../library/search/search.table"
import { signTable } from "../../money/sign-in/sign-in.table"
import { userGroupTable } from "../../people/user/user.table"
import type { Mapping, MappedRow, SourceReference } from "./mapping.usecases"
import { withSafeAddresses } from "./addresses.usecases"
import { withMovedLinks, withMovedPaths } from "./references.usecases"
import { withOlderParents, withRoots } from "./trees.usecases"

/* Tables whose rows are imported column by column (docs/reference/api.md 3). */

/** Splits `评论了文档《<a href="/document/…">标题</a>》` into our sentence, title and link. */
export const partsOfSentence = (content: string): { words: string; title: string; href: string } => {
  const [link, href = "", title = ""] = /<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/.exec(content) ?? []
  const plain = (text: string) =>
    text
      .replace(/<[^>]*>/g, "")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&#34;|&quot;/g, '"')
      .replace(/&#39;/g, "'")
      .replace(/&amp;/g, "&")
  const cut = (text: string) => [...text].slice(0, 250).join("")
  if (!link) return { words: cut(plain(content)), title: "", href: "" }
  const [before, after] = [content.slice(0, content.indexOf(link)), content.slice(content.indexOf(link) + link.length)]
  return { words: cut(`${plain(before)}{title}${plain(after)}`), title: cut(plain(title)), href: /^\/[\w/-]*$/.test(href) ? href : "" }
}

const sentences = (taken: MappedRow[]): MappedRow[] =>
  taken.map((one) => ({ ...one, values: { ...one.values, ...partsOfSentence(String(one.row.content ?? "")) } }))

/** The source has one column for both remarks: until staff handle the report, it holds the reporter's. */
const remarksOfReports = (taken: MappedRow[]): MappedRow[] =>
  taken.map((one) => {
    const [remark, handled] = [String(one.row.remark ?? ""), Number(one.row.status) === 1]
    return { ...one, values: { ...one.values, remark: handled ? remark : "", reporter_remark: handled ? "" : remark } }
  })

/** Comments and favourites name an article or a document in one column. */
const subject: SourceReference = ({ type }) => (Number(type) === ContentKind.article ? "article" : "document")

const contentKinds = { ...ContentKind, fallback: ContentKind.document }
const otherPosition: AdPosition = "global_bottom"
/** The positions with the name of the one that replaces an unknown one. */
const positions = adPositions.map((value) => ({ value, label: value === otherPosition ? "全局底部" : value }))

export const group: Mapping = { source: "group", title: "用户组", target: groupTable, unique: ["title"] }
export const userGroup: Mapping = {
  source: "user_group",
  title: "用户组成员",
  target: userGroupTable,
  key: ["user_id", "group_id"],
  references: { user_id: "user", group_id: "group" },
}
export const groupPermission: Mapping = {
  source: "group_permission",
  title: "用户组权限",
  target: groupPermissionTable,
  key: ["group_id", "permission_id"],
  references: { group_id: "group" },
  change: (_, taken, { permissions, note }) =>
    taken.flatMap((one) => {
      const permission_id = permissions.get(Number(one.row.permission_id))
      if (permission_id) return { ...one, values: { ...one.values, permission_id } }
      note("group_permission", one.id, `权限 ${one.row.permission_id} 在这里没有对应的`)
      return []
    }),
}
export const language: Mapping = { source: "language", title: "语言", target: languageTable, key: ["code"] }
export const category: Mapping = {
  source: "category",
  title: "分类",
  target: categoryTable,
  references: { parent_id: "category" },
  change: (_, taken, world) => withRoots(world, "category", withKinds(world, "category", taken, contentKinds)),
  unique: ["type", "parent_id", "title"],
}
export const documentCategory: Mapping = {
  source: "document_category",
  title: "文档的分类",
  target: documentCategoryTable,
  key: ["document_id", "category_id"],
  partOf: { column: "document_id", source: "document" },
  references: { document_id: "document", category_id: "category" },
}
export const articleCategory: Mapping = {
  source: "article_category",
  title: "文章的分类",
  target: articleCategoryTable,
  key: ["article_id", "category_id"],
  partOf: { column: "article_id", source: "article" },
  references: { article_id: "article", category_id: "category" },
}

/** User activity, and what the site displays around its contents. */
export const others: Mapping[] = [
  {
    source: "comment",
    title: "评论",
    target: commentTable,
    references: { user_id: "user", parent_id: "comment", document_id: subject },
    change: (_, taken, world) =>
      withStatuses(world, "comment", withOlderParents(world, withKinds(world, "comment", taken, contentKinds)), {
        statuses: ReviewStatus,
        fallback: ReviewStatus.pending,
      }),
  },
  {
    source: "favorite",
    title: "收藏",
    target: favoriteTable,
    references: { user_id: "user", document_id: subject },
    once: ["user_id", "document_id", "type"],
    change: (_, taken, world) => withKinds(world, "favorite", taken, contentKinds),
  },
  {
    source: "document_score",
    title: "评分",
    target: ratingTable,
    references: { user_id: "user", document_id: "document" },
    once: ["document_id", "user_id"],
  },
  { source: "download", title: "下载", target: downloadTable, references: { user_id: "user", document_id: "document" } },
  {
    source: "report",
    title: "举报",
    target: reportTable,
    references: { user_id: "user", document_id: "document" },
    once: ["user_id", "document_id"],
    change: (_, taken) => remarksOfReports(taken),
  },
  {
    source: "punishment",
    title: "处罚",
    target: punishmentTable,
    references: { user_id: "user" },
    change: (_, taken, world) =>
      withKinds(world, "punishment", taken, { ...PunishmentType, title: "处罚类型 ", fallback: PunishmentType.account, isOff: true }),
  },
  { source: "sign", title: "签到", target: signTable, references: { user_id: "user" }, once: ["user_id", "sign_at"] },
  {
    source: "dynamic",
    title: "动态",
    target: dynamicTable,
    uses: ["content"],
    references: { user_id: "user" },
    change: (ctx, taken, world) => withMovedPaths(ctx, world, sentences(taken), "href"),
  },
  {
    source: "navigation",
    title: "导航",
    target: navigationTable,
    references: { parent_id: "navigation" },
    change: (ctx, taken, world) =>
      withMovedPaths(ctx, world, withRoots(world, "navigation", withSafeAddresses(world, "navigation", taken, "href")), "href"),
  },
  {
    source: "banner",
    title: "轮播图",
    target: bannerTable,
    change: (ctx, taken, world) => {
      const rows = withKinds(world, "banner", taken, { ...BannerType, fallback: BannerType.website, isOff: true })
      return withMovedPaths(ctx, world, withSafeAddresses(world, "banner", rows, "url"), "url")
    },
  },
  {
    source: "friendlink",
    title: "友链",
    target: friendlinkTable,
    change: (_, taken, world) => withSafeAddresses(world, "friendlink", taken, "link"),
  },
  {
    source: "advertisement",
    title: "广告",
    target: advertisementTable,
    references: { user_id: "user" },
    change: (ctx, taken, world) => {
      const kinds = { column: "position", title: "广告位 ", options: positions, fallback: otherPosition, isOff: true } as const
      return withMovedLinks(ctx, world, withKinds(world, "advertisement", taken, kinds), "content")
    },
  },
  { source: "search_record", title: "搜索记录", target: searchRecordTable, references: { user_id: "user" } },
]
