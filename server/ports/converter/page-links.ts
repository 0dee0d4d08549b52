import type { PageLink } from "./converter.port"

/** Links of one page; the rest is left out. */
const MAX_LINKS = 500
const MAX_URL = 2048
/** Middles of boxes this near (points) are on one line. */
const LINE = 6
/** A box smaller than this (points) nobody hits. */
const MIN_SIDE = 1

/** An address that a page may lead to: http, https or mailto, without a name and password in it; else "". */
export function safeUrl(raw: string): string {
  const text = raw.trim()
  if (text.length > MAX_URL || !/^(?:https?:\/\/|mailto:)/i.test(text)) return ""
  try {
    const url = new URL(text)
    if (url.username !== "" || url.password !== "") return ""
    // what a mail is to say is the reader's business: the address alone is kept
    const address = url.protocol === "mailto:" ? `mailto:${url.pathname}` : url.href
    return address.length > MAX_URL ? "" : address
  } catch {
    return ""
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

/** Collects a page's links within the page and their bounds; what leads nowhere, or beyond the last of `pages`, is left out. */
export class LinkCollector {
  private readonly found: PageLink[] = []

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly pages: number,
  ) {}

  get full(): boolean {
    return this.found.length >= MAX_LINKS
  }

  /** From top to bottom, in a line from left to right: the order in which the Tab key visits them. */
  get links(): PageLink[] {
    const line = ({ y, height }: PageLink): number => Math.round((y + height / 2) / LINE)
    return this.found.toSorted((one, other) => line(one) - line(other) || one.x - other.x)
  }

  /** `box`: left, top, right, bottom in points. `url` counts where `to` is 0. */
  add(box: readonly [number, number, number, number], to: number, down: number, url: string): void {
    if (this.full || !box.every(Number.isFinite)) return
    const [left, top] = [Math.max(0, box[0]), Math.max(0, box[1])]
    const [right, bottom] = [Math.min(this.width, box[2]), Math.min(this.height, box[3])]
    if (right - left < MIN_SIDE || bottom - top < MIN_SIDE) return
    const inside = Number.isInteger(to) && to >= 1 && to <= this.pages
    const address = inside ? "" : safeUrl(url)
    if (!inside && address === "") return
    const place = { x: tenth(left), y: tenth(top), width: tenth(right - left), height: tenth(bottom - top) }
    this.found.push({ ...place, to: inside ? to : 0, down: inside && Number.isFinite(down) ? tenth(Math.max(0, down)) : 0, url: address })
  }
}
