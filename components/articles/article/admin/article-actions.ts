import type { CrudAction } from "@/components/admin/crud/actions"
import type { Screen } from "@/components/admin/crud/options"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Article } from "@/lib/contract/types"

type Rows = Article[]
type ArticleScreen = Screen<"/article", "category" | "reject">

const idsOf = (rows: Rows): number[] => rows.map((row) => row.id)

const check =
  (rows: Rows, status: number, { act }: ArticleScreen) =>
  () =>
    void act({ call: () => api("PUT /article/check", { article_id: idsOf(rows), status }), done: "审批成功" })

const recommend =
  (rows: Rows, is_recommend: boolean, { act }: ArticleScreen) =>
  () => {
    const turned = idsOf(rows.filter((row) => (row.recommend_at !== null) !== is_recommend))
    void act({
      call: () => api("PUT /article/recommend", { article_id: idsOf(rows), is_recommend }),
      done: is_recommend ? "已设为推荐" : "已取消推荐",
      // undoing a removed recommendation would set a new recommendation time
      undo:
        is_recommend && turned.length > 0
          ? { call: () => api("PUT /article/recommend", { article_id: turned, is_recommend: false }) }
          : undefined,
    })
  }

/** Returns the review actions for articles: those that at least one of them does not have yet. */
const verdicts = (rows: Rows, screen: ArticleScreen, lead = false): CrudAction[] => {
  const { approved, rejected, pending } = ReviewStatus
  const all = (status: number) => rows.every((row) => row.status === status)
  const mayNot = !screen.crud.may("CheckArticles")
  return [
    {
      key: "approve",
      label: "审核通过",
      icon: "check",
      lead,
      hidden: mayNot || all(approved),
      onClick: check(rows, approved, screen),
    },
    {
      key: "reject",
      label: "审核拒绝",
      icon: "close",
      danger: true,
      hidden: mayNot || all(rejected),
      onClick: () => screen.show("reject", rows),
    },
    { key: "pending", label: "变为待审", icon: "clock", hidden: mayNot || all(pending), onClick: check(rows, pending, screen) },
  ]
}

const recommending = (rows: Rows, screen: ArticleScreen): CrudAction[] => {
  const mayNot = !screen.crud.may("RecommendArticles")
  return [
    {
      key: "recommend",
      label: "设为推荐",
      icon: "star",
      hidden: mayNot || rows.every((row) => row.recommend_at !== null),
      onClick: recommend(rows, true, screen),
    },
    {
      key: "unrecommend",
      label: "取消推荐",
      icon: "minus",
      hidden: mayNot || rows.every((row) => row.recommend_at === null),
      onClick: recommend(rows, false, screen),
    },
  ]
}

/** The actions on one article. */
export const articleActions = (row: Article, screen: ArticleScreen): CrudAction[] => [
  ...verdicts([row], screen, row.status === ReviewStatus.pending),
  ...recommending([row], screen),
]

/** The actions on the selected articles. */
export const articleBatch = (rows: Rows, screen: ArticleScreen): CrudAction[] => [
  { key: "check", label: "审批", hidden: !screen.crud.may("CheckArticles"), items: verdicts(rows, screen) },
  {
    key: "category",
    label: "分类",
    icon: "folder",
    hidden: !screen.crud.may("SetArticlesCategory"),
    onClick: () => screen.show("category", rows),
  },
  { key: "recommends", label: "推荐", hidden: !screen.crud.may("RecommendArticles"), items: recommending(rows, screen) },
]
