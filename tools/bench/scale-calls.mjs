// Requests to a large site: every kind of list, sorted and filtered, at its first and its thousandth page.

/** @typedef {{ title: string, key: string, inputs: object[], staff?: boolean }} Asked */

const sorts = [
  "id",
  "view_count",
  "download_count",
  "favorite_count",
  "comment_count",
  "pages",
  "score",
  "size",
  "price",
  "created_at",
  "updated_at",
]
const filters = /** @type {[string, object][]} */ ([
  ["pdf", { ext: "pdf" }],
  ["表格", { ext: "excel" }],
  ["免费", { fee_type: "free" }],
  ["收费", { fee_type: "charge" }],
  ["英文", { language: ["en"] }],
  ["最近一个月", { created_at: [new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10), ""] }],
])
const words = ["数学", "网络", "施工", "合同", "讲义", "线性代数", "市场营销", "安全规范", "教学设计", "会议纪要"]

/** Returns pages around the first or the thousandth, because a repeated query would be answered from memory. @param {number} page */
const around = (page) => [0, 1, 2, 3].map((n) => page + n)

/** @param {{ categories: { root: number, leaf: number }, uuids: string[], users: number[], articles: string[] }} known @returns {Asked[]} */
export const scaleCalls = ({ categories, uuids, users, articles }) => {
  const list = (/** @type {string} */ title, /** @type {object} */ more, staff = false) =>
    [1, 1_000].map((page) => ({
      title: `${title}，第 ${page} 页`,
      key: "GET /document/list",
      inputs: around(page).map((one) => ({ page: one, size: staff ? 10 : 24, ...more })),
      staff,
    }))
  return [
    { title: "首页的分类", key: "GET /document/home", inputs: [{ limit: 5 }, { limit: 6 }] },
    { title: "推荐", key: "GET /document/list", inputs: [{ is_recommend: [true], limit: 12, order: "recommend_at desc" }] },
    { title: "分类树", key: "GET /category/list", inputs: [{ type: [0] }] },
    { title: "统计", key: "GET /stats", inputs: [{}] },
    { title: "一份文档", key: "GET /document", inputs: uuids.map((uuid) => ({ uuid })) },
    { title: "相关文档", key: "GET /document/related", inputs: uuids.slice(0, 8).map((uuid) => ({ uuid })) },
    ...sorts.flatMap((sort) => list(`按 ${sort}`, { order: `${sort} desc` })),
    ...filters.flatMap(([title, filter]) => list(title, filter)),
    ...filters.slice(0, 2).flatMap(([title, filter]) => list(`${title}，按浏览`, { ...filter, order: "view_count desc" })),
    ...list("大分类", { category_id: [categories.root] }),
    ...list("大分类，按下载", { category_id: [categories.root], order: "download_count desc" }),
    ...list("小分类", { category_id: [categories.leaf] }),
    ...list("小分类，按浏览", { category_id: [categories.leaf], order: "view_count desc" }),
    ...list("后台", {}, true),
    ...list("后台，按浏览", { order: "view_count desc" }, true),
    ...list("后台，待审", { status: [6] }, true),
    {
      title: "个人主页的文档",
      key: "GET /document/list",
      inputs: users.map((id) => ({ user_id: [id], order: "id desc", page: 1, size: 24 })),
    },
    {
      title: "个人主页的文章",
      key: "GET /article/list",
      inputs: users.map((id) => ({ user_id: [id], order: "id desc", page: 1, size: 20 })),
    },
    { title: "文章列表", key: "GET /article/list", inputs: around(1).map((page) => ({ page, size: 20 })) },
    { title: "文章列表，第 1000 页", key: "GET /article/list", inputs: around(1_000).map((page) => ({ page, size: 20 })) },
    { title: "文章，按浏览", key: "GET /article/list", inputs: [{ page: 1, size: 8, order: "view_count desc" }] },
    { title: "一篇文章", key: "GET /article", inputs: articles.map((identifier) => ({ identifier })) },
    { title: "搜索", key: "GET /search", inputs: words.map((wd) => ({ wd, page: 1, size: 10, type: 0 })) },
    { title: "用户列表（后台）", key: "GET /user/list", inputs: around(1).map((page) => ({ page, size: 10 })), staff: true },
  ]
}
