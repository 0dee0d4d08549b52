import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { open } from "./support/reader"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

test(
  "the embedded reader can be framed by other sites, and no other page can",
  { tag: "@phone" },
  async ({ page, request, baseURL, consoleGuard }) => {
    consoleGuard.allow(/frame-ancestors|X-Frame-Options|Refused to/i)
    const long = await open(page, request)
    const embed = await request.get(`/embed/${long}`)
    expect(embed.headers()["content-security-policy"]).toContain("frame-ancestors *")
    expect(embed.headers()["x-frame-options"]).toBeUndefined()
    for (const path of [`/document/${long}`, "/", "/embed/x/y"]) {
      const reply = await request.get(path)
      expect(reply.headers()["x-frame-options"], path).toBe("SAMEORIGIN")
      expect(reply.headers()["content-security-policy"], path).toContain("frame-ancestors 'self'")
    }
    expect((await request.get("/embed/nothing")).status()).toBe(404)
    // another port is another origin
    const somebody = createServer(
      (_, reply) =>
        void reply
          .setHeader("content-type", "text/html")
          .end(
            `<!doctype html><title>x</title><iframe src="${baseURL}/embed/${long}#page=12" width="340" height="600"></iframe><iframe src="${baseURL}/document/${long}"></iframe>`,
          ),
    )
    await new Promise<void>((done) => somebody.listen(0, "127.0.0.1", done))
    await page.goto(`http://127.0.0.1:${(somebody.address() as AddressInfo).port}/`)
    const frame = page.frameLocator("iframe >> nth=0")
    await expect(frame.getByRole("img", { name: /第 12 页$/ })).toBeVisible()
    await expect(frame.getByRole("link", { name: /打开/ }).first()).toHaveAttribute("href", `/document/${long}`)
    await expect(frame.getByRole("banner")).toHaveCount(0)
    await expect(page.frameLocator("iframe >> nth=1").getByRole("heading", { level: 1 }), "the document's own page refuses").toHaveCount(0)
    somebody.close()
    await page.goto(`/embed/${long}`)
    await expect(page.getByRole("img", { name: /第 1 页$/ })).toBeVisible()
    await expectAccessible(page)
    await expectNoSideScroll(page)
  },
)
