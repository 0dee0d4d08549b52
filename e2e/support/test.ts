import { AxeBuilder } from "@axe-core/playwright"
import { expect, test as base, type Page } from "@playwright/test"
import { answerCaptcha } from "../../tests/setup/pow"

type Person = { username: string; password: string; token: string; id: number }
type Fixtures = {
  /** Any error on the console, any uncaught exception fails the test, on this page and on others that it watches. Expected ones are named by the test. */
  quiet: { allow: (pattern: RegExp) => void; watch: (other: Page) => void }
  /** A new reader, registered over the API and logged in in this browser. */
  reader: Person
}

let count = 0

const part = () => 1 + Math.floor(Math.random() * 250)

export const test = base.extend<Fixtures>({
  // every test comes from an address of its own, through a proxy that the site trusts: limits by address are not shared
  extraHTTPHeaders: async ({ baseURL: _ }, use) => use({ "x-forwarded-for": `10.${part()}.${part()}.${part()}` }),
  quiet: [
    async ({ page }, use) => {
      const allowed: RegExp[] = []
      const errors: { text: string; where: string }[] = []
      const watch = (watched: Page) => {
        watched.on("console", (message) => {
          if (message.type() === "error" || (message.type() === "warning" && /hydrat|antd|deprecat/i.test(message.text())))
            errors.push({ text: message.text(), where: message.location().url })
        })
        watched.on("pageerror", (error) => errors.push({ text: String(error), where: watched.url() }))
      }
      watch(page)
      await use({ allow: (pattern) => void allowed.push(pattern), watch })
      expect(errors.filter(({ text }) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  reader: async ({ page, request, baseURL }, use) => {
    const username = `reader_${Date.now().toString(36)}_${++count}`
    const password = "correct horse 7"
    const captcha = await answerCaptcha((await (await request.get("/api/v1/user/captcha?type=register")).json()) as object)
    const reply = await request.post("/api/v1/user/register", {
      data: { username, password, email: `${username}@example.org`, ...captcha },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    const { token, user } = (await reply.json()) as { token: string; user: { id: number } }
    await page.context().addCookies([{ name: "doujia_session", value: token, url: baseURL!, httpOnly: true, sameSite: "Lax" }])
    await page.addInitScript(
      ([key, who]) => {
        if (sessionStorage.getItem("e2e-entered")) return
        sessionStorage.setItem("e2e-entered", "1")
        localStorage.setItem("token", key!)
        localStorage.setItem("user", who!)
      },
      [token, JSON.stringify(user)],
    )
    await use({ username, password, token, id: user.id })
  },
})

/** No violation of WCAG 2.1 A and AA in what the page shows now. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]).analyze()
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(" "))
          .slice(0, 5)
          .join(" | ")}`,
    ),
  ).toEqual([])
}

/** Nothing sticks out at the side. */
export const expectNoSideScroll = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

export { expect }
