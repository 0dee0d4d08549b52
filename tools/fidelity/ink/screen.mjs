import { chromium } from "playwright"
import { atEnd } from "../../bench/cleanup.mjs"
import { findChromium } from "../../../scripts/lib/programs.mjs"
import { glyphsOn } from "./stems.mjs"

const origin = "http://pages.invalid"

/** The filter of a theme's pages (`paper-filter` in lib/theme.ts). */
const filters = { light: "none", dark: "brightness(.88)" }

/** Opens a browser that shows a picture as the reader does: in an `<img>` of a width, at a density, in a theme. */
export async function openScreen() {
  const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: ["--no-sandbox"] })
  const close = atEnd(() => browser.close())
  const pages = new Map()
  const pictures = new Map()
  const pageOf = async (density) => {
    if (pages.has(density)) return pages.get(density)
    const page = await browser.newPage({ deviceScaleFactor: density })
    await page.route("**/*", (route) => {
      const picture = pictures.get(new URL(route.request().url()).pathname)
      if (picture) return route.fulfill(picture)
      return route.fulfill({ contentType: "text/html", body: "<!doctype html><style>body{margin:0}img{display:block}</style>" })
    })
    await page.goto(`${origin}/`)
    pages.set(density, page)
    return page
  }
  let number = 0
  const draw = async (picture, { width, height, density, theme }) => {
    const page = await pageOf(density)
    const path = `/picture${number++}`
    pictures.set(path, picture)
    await page.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) })
    await page.evaluate(
      async ([srcset, across, down, filter]) => {
        const image = new Image(across, down)
        image.style.filter = filter
        image.srcset = srcset
        document.body.replaceChildren(image)
        await image.decode()
      },
      [`${path}#ink 1x, ${path}#ink 1.3x, ${path} 2x`, width, height, filters[theme]],
    )
    pictures.delete(path)
    return page.screenshot({ clip: { x: 0, y: 0, width, height } })
  }
  return { browser, close, draw, glyphsOf: async (svg) => (await pageOf(1)).evaluate(glyphsOn, svg) }
}
