import { maxCreditName } from "../lib/contract/money/ledger.settings"
import { findOverflow } from "../tools/look/checks.mjs"
import { ownPdf } from "./support/files"
import { publish } from "./support/reader"
import { load } from "./support/settled"
import { withSettings } from "./support/site"
import { expect, test } from "./support/test"

/** The longest text that a field accepts, without a place to break a line. */
const longest = (length: number) => "没有标点也没有空格的名字".repeat(30).slice(0, length)
const widths = [320, 375, 768, 992, 1280, 1600, 1920]

test("no page scrolls sideways for a user with the longest names, from 320 to 1920 px, logged in and out", async ({
  page,
  request,
  reader,
  browser,
  baseURL,
}) => {
  const saved = await request.put("/api/v1/user/profile", {
    headers: { authorization: `Bearer ${reader.token}` },
    data: {
      username: longest(26) + String(reader.id).padStart(6, "0"),
      signature: longest(255),
      address: longest(255),
      realname: longest(64),
    },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  const { document } = (await (await request.get("/api/v1/document/list?size=1")).json()) as { document: { uuid: string }[] }
  const open = [
    "/",
    "/category",
    `/document/${document[0]!.uuid}`,
    "/search?wd=手册",
    "/article",
    `/user/${reader.id}`,
    "/joinvip",
    "/complaint",
    "/transparency",
  ]
  const personal = ["index", "document", "favorite", "order", "credit", "vip", "profile", "security"].map((name) => `/me/${name}`)
  await withSettings(request, { score: { credit_name: longest(maxCreditName) } }, async () => {
    const visitor = await browser.newPage({ baseURL: baseURL! })
    for (const [tab, paths] of [
      [page, [...open, ...personal, "/upload", "/post"]],
      [visitor, open],
    ] as const)
      for (const path of paths) {
        await load(tab, path)
        for (const width of widths) {
          await tab.setViewportSize({ width, height: 800 })
          expect({ path, width, overflow: await findOverflow(tab) }).toEqual({ path, width, overflow: [] })
        }
      }
    await visitor.close()
  })
})

test("the facts of a card stand right below its title and inside the card, with the longest name of the credits", async ({
  page,
  request,
}) => {
  const title = `短 ${Date.now().toString(36)}`
  await publish(request, ownPdf(`${title}.pdf`, 2), 120)
  await withSettings(request, { score: { credit_name: longest(maxCreditName) } }, async () => {
    // lists may omit a new document for some seconds
    await expect(async () => {
      await load(page, "/category?sort=latest")
      await expect(page.locator("main li h2", { hasText: title })).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 40_000 })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const cards = await page.evaluate(() =>
        [...document.querySelectorAll("main li")].flatMap((card) => {
          const [name, facts] = [card.querySelector("h2"), card.querySelector(".meta")]
          if (!name || !facts?.clientHeight || card.querySelector("p")?.clientHeight) return []
          const gap = facts.getBoundingClientRect().top - name.getBoundingClientRect().bottom
          const right = Math.max(...[...facts.children].map((fact) => fact.getBoundingClientRect().right))
          return [{ title: name.textContent, gap, beyond: right - card.getBoundingClientRect().right }]
        }),
      )
      expect(cards.map((card) => card.title)).toContain(title)
      expect({ width, cards: cards.filter(({ gap, beyond }) => gap > 8 || beyond > 1) }).toEqual({ width, cards: [] })
    }
  })
})
