import type { ConvertedPageLink } from "./converter.port"

/** Maximum number of links per page; the rest is left out. */
const MAX_LINKS = 500
const MAX_URL = 2048
/** Boxes whose middles are this close (points) are on one line. */
const LINE = 6
/** A smaller box (points) is too small to click. */
const MIN_SIDE = 1

/** Returns an address that a page may link to: http, https or mailto, without user name and password; otherwise "". */
export function safeUrl(raw: string): string {
  const text = raw.trim()
  if (text.length > MAX_URL || !/^(?:https?:\/\/|mailto:)/i.test(text)) return ""
  try {
    const url = new URL(text)
    if (url.username !== "" || url.password !== "") return ""
    // only the mail address is kept: the content of a mail is up to the reader
    const address = url.protocol === "mailto:" ? `mailto:${url.pathname}` : url.href
    return address.length > MAX_URL ? "" : address
  } catch {
    return ""
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

/**
 * Collects the links of a page, limited to the page's area and in number. Links that lead nowhere, or beyond the last of `pages`, are left
 * out.
 */
export class LinkCollector {
  private readonly found: ConvertedPageLink[] = []

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly pages: number,
  ) {}

  get full(): boolean {
    return this.found.length >= MAX_LINKS
  }

  /** Links from top to bottom and, within a line, from left to right: the order in which the Tab key visits them. */
  get links(): ConvertedPageLink[] {
    const line = ({ y, height }: ConvertedPageLink): number => Math.round((y + height / 2) / LINE)
    return this.found.toSorted((one, other) => line(one) - line(other) || one.x - other.x)
  }

  /** Adds a link. `box`: left, top, right, bottom in points. `url` is used if `to` is 0. */
  add(box: readonly [number, number, number, number], to: number, down: number, url: string): void {
    if (this.full || !box.every(Number.isFinite)) return
    const [left, top] = [Math.max(0, box[0]), Math.max(0, box[1])]
    const [right, bottom] = [Math.min(this.width, box[2]), Math.min(this.height, box[3])]
    if (right - left < MIN_SIDE || bottom - top < MIN_SIDE) return
    const inside = Number.isInteger(to) && to >= 1 && to <= this.pages
    const address = inside ? "" : safeUrl(url)
    if (!inside && address === "") return
    const area = { x: tenth(left), y: tenth(top), width: tenth(right - left), height: tenth(bottom - top) }
    this.found.push({ ...area, to: inside ? to : 0, down: inside && Number.isFinite(down) ? tenth(Math.max(0, down)) : 0, url: address })
  }
}
