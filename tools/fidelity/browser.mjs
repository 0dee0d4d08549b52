import { chromium } from "playwright"
import { atEnd } from "../bench/cleanup.mjs"
import { findChromium } from "../../scripts/lib/programs.mjs"

const origin = "http://pages.invalid"

/** Opens a browser that renders SVG pages one at a time as the reader does: as an image, without network access. */
export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: ["--no-sandbox"] })
  const close = atEnd(() => browser.close())
  const page = await browser.newPage({ deviceScaleFactor: 1 })
  let current = ""
  await page.route("**/*", (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === "/page.svg") return route.fulfill({ contentType: "image/svg+xml", body: current })
    if (path === "/")
      return route.fulfill({ contentType: "text/html", body: "<!doctype html><style>body{margin:0}img{display:block}</style>" })
    return route.abort()
  })
  await page.goto(`${origin}/`)
  return { close, draw: (svg, size) => draw(page, (text) => (current = text), svg, size) }
}

/** Runs in the browser. Returns the fault of a page's source, or null. A page must be XML, use only allowed elements and load nothing. */
function faultOf(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml")
  const error = parsed.querySelector("parsererror")
  if (error) return error.textContent
  for (const element of parsed.querySelectorAll("*")) {
    if (element.tagName === "style" && !/url|import|expression|[<\\]/i.test(element.textContent)) continue
    if (!["svg", "defs", "path", "g", "use", "image", "text", "clipPath", "marker"].includes(element.tagName)) return `<${element.tagName}>`
    for (const { name, value } of element.attributes)
      if (/^on/i.test(name) || (/href$/i.test(name) && !/^(#|data:image\/(png|jpeg|webp);)/.test(value)) || /url\((?!#)/.test(value))
        return `${name}="${value.slice(0, 60)}"`
  }
  return null
}

/** Renders the page as a PNG of a size in pixels. Also returns the fault of its source (null: none). */
async function draw(page, serve, svg, { width, height }) {
  const fault = await page.evaluate(faultOf, svg)
  serve(svg)
  await page.setViewportSize({ width, height })
  await page.evaluate(
    async ([across, down]) => {
      const image = new Image(across, down)
      image.src = `/page.svg?${Math.random()}`
      document.body.replaceChildren(image)
      await image.decode().catch(() => undefined)
    },
    [width, height],
  )
  return { png: await page.screenshot({ clip: { x: 0, y: 0, width, height } }), fault }
}
