import type { Page } from "@playwright/test"
import { OrderType, PaymentType } from "../lib/contract/money/order.enums"
import { ownPdf } from "./support/files"
import { expectAlive, publish } from "./support/reader"
import { staffToken, withSettings } from "./support/site"
import { expect, test } from "./support/test"

/** Returns what a browser saves of this picture, and how many of its pixels have the grey of the reader's name. */
const saved = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const svg = await (await fetch(src)).text()
    const image = new Image()
    image.src = src
    await image.decode()
    const [width, height] = [595, 842]
    const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d")!
    pen.fillStyle = "#fff"
    pen.fillRect(0, 0, width, height)
    pen.drawImage(image, 0, 0, width, height)
    const { data } = pen.getImageData(0, 0, width, height)
    let grey = 0
    for (let at = 0; at < data.length; at += 4) grey += Number(data[at]! > 210 && data[at]! < 225)
    return { svg, grey }
  }, address)

test("a buyer's name and the time are in the pictures of the pages: on the screen, in full screen, saved and printed [security: signed-pages]", async ({
  page,
  request,
  reader,
}) => {
  const call = async (method: "get" | "post" | "put", path: string, data?: object, token = reader.token) => {
    const reply = await request[method](`/api/v1${path}`, { headers: { authorization: `Bearer ${token}` }, data })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()) as { id: number; order_no: string }
  }
  const staff = await staffToken(request)
  let uuid = ""
  await withSettings(request, { converter: { max_preview_percent: "40" } }, async () => {
    uuid = await publish(request, ownPdf(`署名 ${Date.now().toString(36)}.pdf`, 5), 9)
  })
  const { id } = await call("get", `/document?uuid=${uuid}`)
  await call("post", "/order/system/recharge", { user_id: reader.id, credit: 20, remark: "测试" }, staff)
  const { order_no } = await call("post", "/order", { order_type: OrderType.document, product_id: id })
  await call("post", "/order/pay", { order_no, payment_type: PaymentType.credit })

  const picture = page.locator('.sheet[data-page="4"][data-phase="loaded"] img')
  const address = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc)
  let preview = { svg: "", grey: 0 }
  const expectName = async (source: string) => {
    const { svg, grey } = await saved(page, source)
    expect(svg).toMatch(new RegExp(`${reader.username} 20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d`))
    expect(grey, "what the browser draws shows it").toBeGreaterThan(2 * preview.grey)
  }

  await page.goto(`/document/${uuid}#page=4`)
  await expectAlive(page)
  await expect(picture).toBeVisible()
  preview = await saved(page, `/view/page/${uuid}/2.svg?v=1`)
  expect(preview.svg, "pages that everybody may see have no name").not.toContain(reader.username)
  await expectName(await address())
  await page.keyboard.press("f")
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe("reader")
  await expect(picture).toBeVisible()
  await expectName(await address())
  await page.keyboard.press("f")
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)

  // only documents without a price can be printed, those for members among them
  await call("put", "/document/vip", { document_id: [id], is_vip: true }, staff)
  await call("put", "/document/price", { document_id: [id], price: 0 }, staff)
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "")
  })
  await page.reload()
  await expectAlive(page)
  await expect(picture).toBeVisible()
  await page.keyboard.press("Control+p")
  await expect(page.locator("html[data-printed]")).toHaveCount(1)
  await page.emulateMedia({ media: "print" })
  await expect(page.locator(".print-page")).toHaveCount(5)
  const printed = page.locator(".print-page img").nth(3)
  await expect(printed).toBeVisible()
  await expectName(await printed.evaluate((image: HTMLImageElement) => image.currentSrc))
})
