import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Page } from "@playwright/test"
import { sample } from "./support/sample"
import { load } from "./support/settled"
import { enterAsAdmin } from "./support/staff"
import { expect, test } from "./support/test"

const walk = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? walk(join(folder, name)) : [join(folder, name)]))

test("the built client contains no server package and no schema library", () => {
  const chunks = walk(".next/static").filter((path) => path.endsWith(".js"))
  expect(chunks.length).toBeGreaterThan(5)
  /** Strings that survive minification and occur only in server packages. */
  const walls = {
    "pg-boss": "pgboss",
    drizzle: "drizzle:",
    zod: "ZodError",
    argon2: "argon2id",
    "the database": "select pg_notify",
    "the secret": "doujia_session",
  }
  const leaks = chunks.flatMap((path) => {
    const text = readFileSync(path, "utf8")
    return Object.entries(walls).flatMap(([what, mark]) => (text.includes(mark) ? [`${what} in ${path}`] : []))
  })
  expect(leaks).toEqual([])
})

test("no function expression has a destructured parameter of its own name, a syntax error in Safari below 16.3", () => {
  const expressions = /(?:[=(,:?!&|]|return )(?:async )?function\*? ?([\w$]+)\(([^()]*[{[][^()]*)\)/g
  const parameters = /(?:[{,[:]|\.\.\.|^)([\w$]+)(?=[,}\]=]|$)/g
  const faults = walk(".next/static")
    .filter((path) => path.endsWith(".js"))
    .flatMap((path) => [...readFileSync(path, "utf8").matchAll(expressions)])
    .filter(([, name, list]) => [...list!.matchAll(parameters)].some(([, parameter]) => parameter === name))
  expect(faults.map(([text]) => text)).toEqual([])
})

test("no regular expression has a lookbehind (Safari below 16.4) or the v flag (Chromium below 112), a syntax error of the whole script", () => {
  const literals = /(?:[=(,:;!&|?{}[]|return )(\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/([dgimsuyv]*))(?![\w$])/g
  const faultsIn = (text: string) =>
    [...text.matchAll(literals)]
      .filter(([, literal, flags]) => /\(\?<[=!]/.test(literal!) || (flags!.includes("v") && /\[|\\p/.test(literal!)))
      .map(([, literal]) => literal)
  expect(faultsIn(String.raw`a=/(?<!x)y/g,b=/[\p{L}]/v;c=/(?<name>z)/u`)).toEqual(["/(?<!x)y/g", String.raw`/[\p{L}]/v`])
  const faults = walk(".next/static")
    .filter((path) => path.endsWith(".js"))
    .flatMap((path) => faultsIn(readFileSync(path, "utf8")))
  expect(faults).toEqual([])
})

/** Returns the compressed bytes of scripts and style sheets that a page has loaded, by extension. */
const weigh = (page: Page): Record<string, number> => {
  const sizes: Record<string, number> = {}
  page.on("response", async (response) => {
    const type = new URL(response.url()).pathname.split(".").pop() ?? ""
    if (!["js", "css"].includes(type)) return
    const sent = await response
      .request()
      .sizes()
      .catch(() => null)
    sizes[type] = (sizes[type] ?? 0) + Math.max(sent?.responseBodySize ?? 0, 0)
  })
  return sizes
}

test("a public page stays below its size limit @main", async ({ page, baseURL }) => {
  const sizes = weigh(page)
  const html = await page.request.get(baseURL!, { headers: { "accept-encoding": "identity" } })
  expect((await html.body()).length, "HTML of the home page").toBeLessThan(75_000)
  await load(page, "/")
  expect(sizes.js, "compressed JavaScript of the home page").toBeLessThan(330_000)
  expect(sizes.css, "compressed style sheets of the home page").toBeLessThan(60_000)
})

test("a public page loads few style sheets before its first paint, and compiles its scripts while they download", async ({ request }) => {
  const { uuid } = await sample(request)
  const { article } = (await (await request.get("/api/v1/article/list?size=1")).json()) as { article: { identifier: string }[] }
  for (const path of ["/", "/category", `/document/${uuid}`, `/article/${article[0]!.identifier}`, "/search?wd=a"]) {
    const html = await (await request.get(path, { headers: { accept: "text/html" } })).text()
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, sheet]) => sheet!)
    expect(sheets.length, path).toBeGreaterThan(0)
    expect(sheets.length, `${path} asks for ${sheets.join(" ")}`).toBeLessThanOrEqual(3)
    const scripts = [...html.matchAll(/<script src="([^"]+)" async/g)].map(([, script]) => script!)
    const bodies = await Promise.all(scripts.map(async (script) => (await request.get(script)).text()))
    const large = bodies.filter((body) => body.length > 21_000)
    expect(large.length, "React's and Next's own, and the frame's").toBeGreaterThanOrEqual(5)
    expect(
      large.map((body) => body.slice(0, 28)),
      path,
    ).toEqual(large.map(() => "//# allFunctionsCalledOnLoad"))
  }
})

test("a page of /admin stays below its size limit and loads the HTML editor only with its form @main", async ({
  page,
  request,
  baseURL,
}) => {
  await enterAsAdmin(page, request, baseURL!)
  const sizes = weigh(page)
  await load(page, "/admin/advertisement")
  expect(sizes.js, "compressed JavaScript of a list").toBeLessThan(545_000)
  expect(sizes.css, "compressed style sheets of a list").toBeLessThan(80_000)
  const list = sizes.js!
  await page.getByRole("button", { name: "新增" }).first().click()
  await page.getByRole("dialog").getByLabel("广告代码").fill("<b>x</b>")
  await expect(page.getByTitle("广告预览")).toBeVisible()
  expect(sizes.js, "the editor is a part of its own").toBeGreaterThan(list)
})

test("the first screen of /admin is at most 350 KB of compressed JavaScript, and its log loads when it is opened", async ({
  page,
  request,
  baseURL,
}) => {
  await enterAsAdmin(page, request, baseURL!)
  const loaded = new Set<string>()
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) loaded.add(response.url())
  })
  await load(page, "/admin/dashboard")
  await expect(page.getByRole("slider")).toBeVisible()
  const first = [...loaded]
  const sizes = await Promise.all(first.map(async (url) => gzipSync(await (await request.get(url)).body()).length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  expect(total, "gzipped JavaScript of the dashboard").toBeGreaterThan(100_000)
  expect(total, "gzipped JavaScript of the dashboard").toBeLessThan(350_000)
  await page.getByRole("link", { name: "审计" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "审计日志" })).toBeVisible()
  expect(loaded.size, "tables and drawers are parts of their own").toBeGreaterThan(first.length)

  await test.step("the home style sheet stays on the home page after any navigation away", async () => {
    const knowsHome = () =>
      page.evaluate(() => [...document.styleSheets].some((sheet) => [...sheet.cssRules].some(({ cssText }) => cssText.includes(".uc-n"))))
    expect(await knowsHome()).toBe(false)
    await load(page, "/")
    expect(await knowsHome()).toBe(true)
    await page.getByRole("button", { name: "admin的菜单" }).click()
    await page.getByRole("link", { name: "管理后台" }).click()
    await expect(page.getByRole("slider")).toBeVisible()
    expect(await knowsHome()).toBe(false)
  })
})

test("files are compressed and named by a content hash", async ({ request }) => {
  const html = await (await request.get("/")).text()
  const chunks = [...new Set(html.match(/\/_next\/static\/[^"\\]+\.js/g))]
  const replies = await Promise.all(chunks.map((chunk) => request.get(chunk, { headers: { "accept-encoding": "gzip" } })))
  const sizes = await Promise.all(replies.map(async (reply) => (await reply.body()).length))
  // small files are sent uncompressed
  const reply = replies[sizes.indexOf(Math.max(...sizes))]!
  expect(reply.headers()["cache-control"]).toContain("immutable")
  expect(reply.headers()["content-encoding"]).toBe("gzip")
})
