import { importTypeScript } from "../../scripts/lib/bundle.mjs"

/** Returns the public screens, including pages with an id for which the site has content. */
async function publicScreens(client) {
  const { document } = await client.call("GET", "/document/list?size=60&order=id%20asc")
  const { category } = await client.call("GET", "/category/list?type=0&size=100")
  const { article } = await client.call("GET", "/article/list?size=10")
  const failed = document.find(({ status }) => status === 3)
  const list = [
    ["home", "/"],
    ["category", "/category"],
    category[0] && ["category-one", `/category/${category[0].id}`],
    document[0] && ["document", `/document/${document[0].uuid}`],
    failed && ["document-failed", `/document/${failed.uuid}`],
    ["article", "/article"],
    article[0] && ["article-one", `/article/${article[0].identifier || article[0].id}`],
    ["search", "/search"],
    ["search-found", `/search?wd=${encodeURIComponent("模板")}`],
    ["search-nothing", `/search?wd=${encodeURIComponent("没有这样的东西")}`],
    ["user", "/user/1/document"],
    ["joinvip", "/joinvip"],
    ["complaint", "/complaint"],
    ["transparency", "/transparency"],
    ["login", "/login"],
    ["register", "/register"],
    ["findpassword", "/findpassword"],
    ["findpassword-mobile", "/findpassword-mobile"],
    ["not-found", "/nothing-here"],
  ]
  return list.filter(Boolean).map(([name, path]) => ({ name, path, login: false }))
}

const personalScreens = [
  "index",
  "article",
  "document",
  "download",
  "favorite",
  "order",
  "credit",
  "vip",
  "profile",
  "password",
  "security",
  "complaint",
]

/** Screens of /admin that are a tab of another screen. */
const tabs = ["dashboard?tab=audit", "order?tab=code", "config/system?tab=webhook", "config/system?tab=delivery"]

/** Public screens that logged-in users do not see. */
const visitorsOnly = ["login", "register", "findpassword", "findpassword-mobile"]

/** Returns every screen: its name, its address, and whether it needs a login. Public screens come twice: for visitors and for a logged-in user. */
export async function screensOf(client) {
  const { adminMenu, isGroup } = await importTypeScript("lib/view/admin-menu.ts")
  const staff = adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry])).map(({ path }) => path)
  const open = await publicScreens(client)
  return [
    ...open,
    ...open.filter(({ name }) => !visitorsOnly.includes(name)).map(({ name, path }) => ({ name: `${name}-member`, path, login: true })),
    ...["/upload", "/post", ...personalScreens.map((name) => `/me/${name}`), ...staff, ...tabs.map((name) => `/admin/${name}`)].map(
      (path) => ({
        name: path.slice(1).replace("?tab=", "-"),
        path,
        login: true,
      }),
    ),
  ]
}
