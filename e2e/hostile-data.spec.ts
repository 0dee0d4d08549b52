import type { BrowserContext, Page } from "@playwright/test"
import { adminMenu, isGroup } from "../lib/view/admin-menu"
import { answerCaptcha } from "../tests/setup/pow"
import { query } from "../tests/process/support/database"
import { startMs, type OwnSite } from "./support/own-site"
import { settle } from "./support/settled"
import { expect, test } from "./support/test"

/** Sets `window.ran` if it runs as HTML, from inside an attribute, in a script's data, or as a URL. */
const payload = `javascript:window.ran=1//'"></script></title></textarea><img src=x: onerror=window.ran=1><script>window.ran=1</script>`

/** Every text that users or staff write, by table and column; URLs, file names and keys stay unchanged. */
const texts: Record<string, string[]> = {
  article: ["title", "keywords", "description", "content", "reject_reason", "source"],
  document: ["title", "keywords", "description", "reject_reason", "convert_error"],
  category: ["title", "icon", "cover", "description"],
  friendlink: ["title", "description"],
  banner: ["title", "path", "url", "description"],
  navigation: ["title", "href", "color", "description"],
  advertisement: ["title", "content", "remark"],
  comment: ["content"],
  report: ["document_title", "username", "remark"],
  punishment: ["reason", "remark"],
  '"group"': ["title", "color", "description"],
  permission: ["title", "description"],
  language: ["language"],
  dynamic: ["words", "title", "href"],
  '"user"': ["address", "signature", "realname", "avatar", "remark"],
  favorite_folder: ["title"],
  search_record: ["keywords"],
  attachment: ["name", "description"],
}
/** Settings that are displayed to everybody. */
const settings: [category: string, names: string[]][] = [
  [
    "system",
    [
      "sitename",
      "title",
      "keywords",
      "description",
      "recommend_words",
      "logo",
      "register_background",
      "sec_icp",
      "icp",
      "copyright_start_year",
    ],
  ],
  ["footer", ["about", "contact", "agreement", "copyright", "feedback"]],
  ["display", ["copyright_statement"]],
  ["security", ["close_statement"]],
]

/** Pages of the personal area and of staff, each with all of its texts. */
const ownPages = ["index", "article", "document", "download", "favorite", "order", "credit", "vip", "profile", "password", "security"]
const staffPages = [...adminMenu.flatMap((entry) => (isGroup(entry) ? entry.pages : [entry])).map(({ path }) => path), "/upload", "/post"]

/** Records scripts that the page's content security policy refused: HTML on our own pages that should have been text. */
const refusedScripts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sourceFile, sample }) => {
      if (/^script-src-(elem|attr)/.test(effectiveDirective)) refused.push(`${effectiveDirective} ${sourceFile} ${sample}`)
    })
  })

/** Opens a page: the first of a tab by its URL, the others like a link, because each full load would load and compile the scripts again. */
const lead = async (page: Page, url: string) => {
  if (!page.url().startsWith(new URL(url).origin)) return page.goto(url)
  const before = new URL(page.url()).pathname
  await page.evaluate((to) => {
    const { refused, next } = window as unknown as { refused: string[]; next: { router: { push: (to: string) => void } } }
    refused.length = 0
    next.router.push(to)
  }, new URL(url).pathname)
  await page.waitForFunction((left) => location.pathname !== left, before)
}

/** Opens a page, touches every element, and returns what ran, was refused, or opened a dialog. */
const examine = async (page: Page, url: string) => {
  const dialogs: string[] = []
  const onDialog = (dialog: { message: () => string; dismiss: () => Promise<void> }) => {
    dialogs.push(dialog.message())
    return dialog.dismiss()
  }
  page.on("dialog", onDialog)
  // the page as opened by its URL: the payload must not appear as HTML anywhere
  const sent = await (await page.request.get(url)).text()
  const inHtml = sent.includes("<img src=x:") || sent.includes("<script>window.ran")
  await lead(page, url)
  await expect(page.locator("main").first()).toBeVisible()
  await expect(page.locator("main [aria-busy=true], main .ant-spin-spinning")).toHaveCount(0)
  // refusals after this point are links to scripts, whose URLs were written past the URL check
  const refused = await page.evaluate(() => {
    for (const one of document.querySelectorAll("*")) one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
    const before = [...((window as { refused?: string[] }).refused ?? [])]
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href^='javascript' i]")) link.click()
    return before
  })
  const ran = await page.evaluate(() => "ran" in window)
  page.off("dialog", onDialog)
  const isVisible = (await page.locator("body").innerText()).includes("window.ran=1")
  return { inHtml, ran, refused, dialogs, shown: isVisible }
}

const announceAll = (dataDir: string) =>
  query(dataDir, "select pg_notify('doujia', $1)", [JSON.stringify({ topic: "changed", event: { what: "*", id: "" } })])

/**
 * Cleans the columns that are rendered as HTML, as writing through the server would have. The rest is text, which must never become HTML.
 */
const cleanMarkup = async (dataDir: string): Promise<void> => {
  await query(dataDir, "update article set content = '<p>洗过</p>'")
  await query(dataDir, "update advertisement set content = '<p>洗过</p>'")
  await query(dataDir, "update config set value = '洗过' where category = 'display' and name = 'copyright_statement'")
  await announceAll(dataDir)
}

/** Writes the payload past every check of the server, as an import or another server behind the pages might. */
const poison = async (dataDir: string): Promise<string> => {
  const width = async (table: string, column: string) =>
    (
      await query<{ width: number | null }>(
        dataDir,
        "select character_maximum_length as width from information_schema.columns where table_name = $1 and column_name = $2",
        [table.replaceAll('"', ""), column],
      )
    )[0]
  for (const [table, columns] of Object.entries(texts))
    for (const column of columns) {
      const columnWidth = await width(table, column)
      expect(columnWidth, `${table}.${column}`).toBeDefined()
      // prefixed with a number, because some values must be unique
      await query(
        dataDir,
        `update ${table} set ${column} = left(case when $2::boolean then $1::text else id::text || $1::text end, $3::int)`,
        [payload, /url|href|path|icon|cover|avatar/.test(column), columnWidth!.width ?? 1_000],
      )
    }
  for (const [category, names] of settings)
    for (const name of names)
      await query(
        dataDir,
        "insert into config (category, name, value) values ($1, $2, $3) on conflict (category, name) do update set value = excluded.value",
        [category, name, payload],
      )
  await announceAll(dataDir)
  return (await query<{ uuid: string }>(dataDir, "select uuid from document where status = 2 order by id limit 1"))[0]!.uuid
}

test(
  "a script in every text of the data runs on no page: public, personal, staff [security: policy-nonce, public-page-xss, 3.2.2]",
  { tag: "@remote" },
  async ({ page, context, request, startSite, behindFront, consoleGuard }) => {
    test.setTimeout(2 * startMs + 600_000)
    // refused scripts and broken images are the point of this test
    consoleGuard.allow(/Content Security Policy|Failed to load resource|javascript: URL|hydrat/i)
    const site: OwnSite = await startSite()
    try {
      const captcha = await answerCaptcha((await (await request.get(`${site.url}/api/v1/user/captcha?type=login`)).json()) as object)
      const reply = await request.post(`${site.url}/api/v1/user/login`, {
        data: { username: "admin", password: site.adminPassword, ...captcha },
      })
      expect(reply.ok(), await reply.text()).toBe(true)
      const { token, user } = (await reply.json()) as { token: string; user: object }
      const bearer = { authorization: `Bearer ${token}` }
      const documentId = ((await (await request.get(`${site.url}/api/v1/document/list?size=1`)).json()) as { document: { id: number }[] })
        .document[0]!.id
      for (const content of ["一", "二"])
        await request.post(`${site.url}/api/v1/comment`, { headers: bearer, data: { document_id: documentId, content } })
      await request.post(`${site.url}/api/v1/report`, { headers: bearer, data: { document_id: documentId, reason: 1, remark: "三" } })
      await request.post(`${site.url}/api/v1/favorite/folder`, { headers: bearer, data: { title: "四" } })
      await request.post(`${site.url}/api/v1/banner`, { headers: bearer, data: { title: "五", path: "/x.png", type: 1, enable: true } })
      await request.post(`${site.url}/api/v1/advertisement`, {
        headers: bearer,
        data: { title: "六", position: "global_top", content: "<b>六</b>", enable: true },
      })
      const uuid = await poison(site.dataDir)
      const visit = async (path: string) => {
        await page.goto(`${site.url}${path}`)
        await settle(page)
        await page.evaluate(() => {
          for (const one of document.querySelectorAll("*")) one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
          for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href^='javascript' i]")) link.click()
        })
        expect({ path, ran: await page.evaluate(() => "ran" in window) }).toEqual({ path, ran: false })
      }
      const open = [
        "/",
        "/category",
        "/category/1",
        `/document/${uuid}`,
        `/embed/${uuid}`,
        "/search?wd=window",
        "/article",
        "/article/about",
      ]
      for (const path of [...open, "/user/1", "/user/1/article", "/joinvip", "/login", "/register"]) await visit(path)
      // the payload appears, as text
      await page.goto(`${site.url}/document/${uuid}`)
      await expect(page.locator("body")).toContainText("window.ran=1")
      // pages behind a login are neither cached nor prerendered: one run is enough
      if (behindFront) return
      // the test leaves pages that are still fetching
      consoleGuard.allow(/Failed to fetch RSC payload/)
      // `examine` opens all tooltips of a page at once, and together they align more often than React allows; a person opens one
      consoleGuard.allow(/Minified React error #185/)
      await cleanMarkup(site.dataDir)
      await refusedScripts(context)
      await context.addCookies([{ name: "doujia_session", value: token, url: site.url, httpOnly: true, sameSite: "Lax" }])
      await page.evaluate(
        ([key, who]) => {
          localStorage.setItem("token", key!)
          localStorage.setItem("user", who!)
        },
        [token, JSON.stringify(user)],
      )
      const paths = [...ownPages.map((name) => `/me/${name}`), ...staffPages]
      await page.goto("about:blank")
      const second = await context.newPage()
      consoleGuard.watch(second)
      const visiblePaths: string[] = []
      const walk = async (tab: Page) => {
        for (let path = paths.pop(); path; path = paths.pop()) {
          const { shown: text, ...findings } = await examine(tab, `${site.url}${path}`)
          expect({ path, ...findings }).toEqual({ path, inHtml: false, ran: false, refused: [], dialogs: [] })
          if (text) visiblePaths.push(path)
        }
      }
      await Promise.all([walk(page), walk(second)])
      expect(visiblePaths).toEqual(
        expect.arrayContaining(["/admin/user/list", "/admin/document/list", "/admin/comment", "/admin/report", "/me/favorite"]),
      )
    } finally {
      await site.stop()
    }
  },
)
