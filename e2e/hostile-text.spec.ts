import { saveSetting } from "../tests/process/support/database"
import { ownPdf } from "./support/files"
import { scrollToTalk } from "./support/sample"
import { load } from "./support/settled"
import { withSettings } from "./support/site"
import { enterAsAdmin } from "./support/staff"
import { expect, test } from "./support/test"

/** Hostile texts for every field; each would set `window.ran` if it ran. */
const payloads = [
  "<script>window.ran=1</script>",
  "</title><script>window.ran=1</script>",
  "</script><script>window.ran=1</script>",
  "<!--</script><script>window.ran=1//-->",
  "<img src=x onerror=window.ran=1>",
  '"><img src=x onerror=window.ran=1>',
  "'><svg onload=window.ran=1>",
  "<svg/onload=window.ran=1>",
  "<svg><script>window.ran=1</script></svg>",
  "<svg><animate onbegin=window.ran=1 attributeName=x>",
  "<math><mi xlink:href=javascript:window.ran=1>x",
  "<body onload=window.ran=1>",
  "<iframe src=javascript:window.ran=1>",
  "<iframe srcdoc='<script>parent.ran=1</script>'>",
  "<object data=javascript:window.ran=1>",
  "<embed src=javascript:window.ran=1>",
  "<a href=javascript:window.ran=1>a</a>",
  '<a href="jav&#x09;ascript:window.ran=1">a</a>',
  "[a](javascript:window.ran=1)",
  "javascript:window.ran=1",
  "<details open ontoggle=window.ran=1>",
  "<input autofocus onfocus=window.ran=1>",
  "<video><source onerror=window.ran=1>",
  "<marquee onstart=window.ran=1>",
  "<base href=//evil.example/>",
  "<meta http-equiv=refresh content=0;url=//evil.example>",
  "<form action=//evil.example><button>a",
  "<style>@import'//evil.example'</style>",
  "<link rel=stylesheet href=//evil.example>",
  "<template><img src=x onerror=window.ran=1>",
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  "<x onpointerover=window.ran=1 style=position:fixed;inset:0>",
  "{{constructor.constructor('window.ran=1')()}}",
  "${window.ran=1}",
  "&lt;img src=x onerror=window.ran=1&gt;",
  "\u2028<img src=x onerror=window.ran=1>\u202e",
] as const

/** Removes white space and the bidirectional control characters, which the site strips. */
const plain = (text: string) => text.replace(/[\s\u202a-\u202e]/g, "")

/** Returns for each page the elements with their attribute names, to detect what a text adds to a page known without it. */
const kindsIn = (pages: string[]): string[][] =>
  pages.map((html) => {
    const parsedDocument = new DOMParser().parseFromString(html, "text/html")
    const kinds = [...parsedDocument.querySelectorAll("*")].map(
      (one) =>
        `${one.tagName} ${[...one.attributes]
          .map(({ name }) => name)
          .sort()
          .join(" ")}`,
    )
    const scripts = [...parsedDocument.scripts].map((one) => `script: ${one.textContent.slice(0, 12)}`)
    const leads = [...parsedDocument.querySelectorAll("[href^='javascript' i], [src^='javascript' i], [action], base")].map(
      (one) => `lead: ${one.tagName} ${["href", "src", "action"].map((name) => one.getAttribute(name) ?? "").join(" ")}`,
    )
    return [...new Set([...kinds, ...scripts, ...leads])]
  })

test("no user text becomes an element, an event handler or a script: titles, summaries, keywords, signatures, comments, names [security: 1.2.1, 3.2.2, public-page-xss, file-name-xss]", async ({
  page,
  request,
  baseURL,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 404/)
  const call = await enterAsAdmin(page, request, baseURL!)
  const token = async () => (await page.evaluate(() => localStorage.getItem("token")))!
  await load(page, "/")
  const bearer = { authorization: `Bearer ${await token()}` }
  const sent = (await (
    await request.post("/api/v1/upload/document", { headers: bearer, multipart: { file: ownPdf("坏字.pdf", 1) } })
  ).json()) as { data: { id: number } }
  const made = (await call("post", "/document", {
    category_id: [1],
    document: [{ attachment_id: sent.data.id, title: "平常的标题", keywords: "甲,乙", description: "平常的简介" }],
  })) as { document: { id: number; uuid: string }[] }
  const { id, uuid } = made.document[0]!
  await expect
    .poll(async () => ((await (await request.get(`/api/v1/document?uuid=${uuid}`)).json()) as { status: number }).status, {
      timeout: 60_000,
    })
    .toBe(2)
  const read = async (path: string) => (await request.get(path)).text()
  await call("put", "/user/profile", { signature: "平常的签名" })
  const pages = [`/document/${uuid}`, `/embed/${uuid}`, "/", "/category/1", "/search?wd=window"]
  await call("put", "/document/recommend", { id: [id], type: 1 })
  const readAll = () => Promise.all(pages.map(read))
  const expected = await page.evaluate(kindsIn, await readAll())

  try {
    await test.step("in the HTML of the pages", async () => {
      for (const payload of payloads) {
        await call("put", "/document", { id, title: payload, description: payload.repeat(2), keywords: `${payload},乙` })
        await call("put", "/user/profile", { signature: payload })
        const texts = await readAll()
        const kinds = await page.evaluate(kindsIn, texts)
        for (const [at, path] of pages.entries()) {
          const strange = kinds[at]!.filter((kind) => !expected[at]!.includes(kind))
          // a page with search hits has other elements than one without
          expect(
            strange.filter((kind) => !path.startsWith("/search") || /script:|javascript|evil|(^| )on[a-z]+/i.test(kind)),
            `${path} with ${payload}`,
          ).toEqual([])
        }
        const data = await page.evaluate(
          (html) =>
            [...new DOMParser().parseFromString(html, "text/html").querySelectorAll('script[type="application/ld+json"]')].map(
              (one) => JSON.parse(one.textContent) as { name?: string },
            ),
          texts[0]!,
        )
        expect(
          data.some(({ name }) => name !== undefined && plain(name) === plain(payload)),
          payload,
        ).toBe(true)
      }
    })
    await test.step("no username can contain it", async () => {
      for (const username of payloads.filter((payload) => payload.length <= 32)) {
        const reply = await request.post("/api/v1/user", {
          headers: bearer,
          data: { username, password: "correct horse 7", group_id: [2] },
        })
        expect(reply.status(), username).toBe(400)
      }
    })
    await test.step("in the browser, with malicious comments", async () => {
      await withSettings(request, { security: { comment_interval: "0" } }, async () => {
        for (const content of payloads) await call("post", "/comment", { document_id: id, content })
        await load(page, `/document/${uuid}`)
        const talk = page.getByRole("region", { name: "评价与评论" })
        await scrollToTalk(page)
        // the newest twenty are on the first page of comments, the oldest on the second
        for (const payload of [payloads.at(-2)!, payloads[0]]) {
          if (payload === payloads[0]) await talk.getByRole("button", { name: "下一页评论" }).click()
          await expect(talk.getByText(payload, { exact: true })).toBeVisible()
          const strange = await talk.evaluate((root) => {
            const all = [...root.querySelectorAll("*")]
            for (const one of all) one.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
            const kinds = ["SCRIPT", "IFRAME", "OBJECT", "EMBED", "STYLE", "MATH", "BASE", "META", "TEMPLATE", "VIDEO", "MARQUEE"]
            return all
              .filter(
                (one) =>
                  kinds.includes(one.tagName) ||
                  [...one.attributes].some(({ name, value }) => /^on/i.test(name) || /^\s*javascript:/i.test(value)),
              )
              .map((one) => one.outerHTML)
          })
          expect(strange).toEqual([])
        }
        expect(await page.evaluate(() => "ran" in window)).toBe(false)
      })
    })
  } finally {
    await call("delete", `/document?id=${id}`)
    await call("put", "/user/profile", { signature: "" })
  }
})

test("a script injected into the data does not run, while the page's own scripts do [security: 3.4.3]", async ({
  page,
  site,
  consoleGuard,
}) => {
  consoleGuard.allow(/Content Security Policy/)
  // past the sanitiser of PUT /config, as after an import
  await saveSetting(site.dataDir, "display", "copyright_statement", "版权<script>window.ran=1</script><img src=x: onerror=window.ran=1>")
  try {
    await expect(async () => {
      await load(page, "/")
      expect(await page.locator("footer script").count()).toBe(1)
    }).toPass()
    expect(await page.evaluate(() => "ran" in window)).toBe(false)
    // the first script sets the theme, Next's scripts hydrate the search box
    await expect(page.locator("html")).toHaveAttribute("data-theme", /light|dark/)
    expect(await page.evaluate(() => "__next_f" in window)).toBe(true)
  } finally {
    await saveSetting(site.dataDir, "display", "copyright_statement", "")
  }
})
