import { createRequire } from "node:module"

/** jsdom contains a strict XML parser but ships no types. */
type Jsdom = { JSDOM: new (html: string) => { window: { DOMParser: typeof DOMParser } } }
const { JSDOM } = createRequire(import.meta.url)("jsdom") as Jsdom

const ELEMENTS = new Set("svg defs path g use image text clipPath marker linearGradient radialGradient stop pattern".split(" "))

/** The style sheet of `ink-sheet.ts`: strokes of glyphs by width, nothing else. */
const inkSheet = /^(?:@media\(max-width:\d+px\)\{(?:svg:target \.[ijn]\{stroke:currentColor;stroke-width:\d+\}){3}\}){2}$/

/** Returns the faults of an SVG page (empty: none): not XML, foreign elements, external links, scripts, no size. */
export function svgFaults(svg: string): string[] {
  const { window } = new JSDOM("")
  const parsed = new window.DOMParser().parseFromString(svg, "image/svg+xml")
  if (parsed.querySelector("parsererror")) return ["not well-formed XML"]
  const faults: string[] = []
  for (const attribute of ["width", "height", "viewBox"])
    if (!parsed.documentElement.getAttribute(attribute)) faults.push(`no ${attribute}`)
  for (const element of parsed.querySelectorAll("*")) {
    if (element.tagName === "style" && inkSheet.test(element.textContent)) continue
    if (!ELEMENTS.has(element.tagName)) faults.push(`element ${element.tagName}`)
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) faults.push(`attribute ${name}`)
      if (/href$/i.test(name) && !/^#[\w-]+$/.test(value) && !/^data:image\/(png|jpeg|webp);base64,/.test(value))
        faults.push(`href ${value.slice(0, 60)}`)
      if (/url\((?!#)/.test(value)) faults.push(`url in ${name}`)
    }
  }
  return faults
}
