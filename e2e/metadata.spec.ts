import { sample, visit } from "./support/sample"
import { withSettings } from "./support/site"
import { expect, test } from "./support/test"

test("pages have metadata and oEmbed; an old numeric address redirects permanently, and a missing document is a 404 with links @main", async ({
  page,
  request,
  consoleGuard,
}) => {
  consoleGuard.allow(/status of 404/)
  const document = await sample(request)
  const domain = "https://wenku.example.org"
  await withSettings(request, { system: { domain } }, async () => {
    const address = `${domain}/document/${document.uuid}`
    await visit(page, document.uuid)
    await expect(page).toHaveTitle(new RegExp(`^${document.title} [-–—|] `))
    const head = (selector: string, name: string) => page.locator(`head ${selector}`).getAttribute(name)
    expect((await head('meta[name="description"]', "content"))!.length).toBeGreaterThan(10)
    expect(await head('link[rel="canonical"]', "href")).toBe(address)
    expect(await head('meta[property="og:title"]', "content")).toBe(document.title)
    expect(await head('meta[property="og:url"]', "content")).toBe(address)
    expect(await head('meta[property="og:image"]', "content")).toContain(`${domain}/view/cover/${document.uuid}`)
    const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => JSON.parse(text) as Record<string, unknown>,
    )
    expect(data.find((one) => one["@type"] === "DigitalDocument")).toMatchObject({
      name: document.title,
      url: address,
      numberOfPages: document.pages,
    })
    expect(data.find((one) => one["@type"] === "BreadcrumbList")).toBeTruthy()
    const oembed = new URL((await head('link[type="application/json+oembed"]', "href"))!)
    expect(oembed.origin).toBe(domain)
    const embed = (await (await request.get(oembed.pathname + oembed.search)).json()) as { html: string; title: string }
    expect(embed.title).toBe(document.title)
    expect(embed.html).toContain(`src="${domain}/embed/${document.uuid}"`)
  })
  const old = await request.get(`/document/${document.id}`, { maxRedirects: 0 })
  expect([old.status(), old.headers().location]).toEqual([301, `/document/${document.uuid}`])
  for (const gone of ["0123456789abcdef", "999999"]) {
    expect((await page.goto(`/document/${gone}`))?.status()).toBe(404)
    await page.getByRole("link", { name: "返回首页" }).click()
    await expect(page).toHaveURL(/\/$/)
  }
})
