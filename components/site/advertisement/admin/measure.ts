import { adHtml } from "@/components/site/advertisement/ad-html"
import { maxAdHeight, type AdHeights } from "@/lib/contract/site/advertisement.positions"

/** Widths (px) available to an advertisement: on phones, and on wide screens, where the narrowest and the widest count. */
const widths = { phone: [343], desktop: [720, 1_152], column: [280] }
const waitMs = 3_000

const loaded = (image: HTMLImageElement): Promise<void> =>
  image.complete
    ? Promise.resolve()
    : new Promise((done) => {
        image.addEventListener("load", () => done(), { once: true })
        image.addEventListener("error", () => done(), { once: true })
      })

/** Measures the heights of this HTML as the page would render it, to reserve that space. Waits at most three seconds for images. */
export const measureAd = async (content: string, position: string): Promise<AdHeights> => {
  const html = adHtml(content)
  if (!html) return { desktop: 0, phone: 0 }
  const heightAt = async (width: number): Promise<number> => {
    const container = document.createElement("div")
    container.className = "ads"
    container.setAttribute("aria-hidden", "true")
    container.style.cssText = `position:fixed;top:0;left:-4000px;visibility:hidden;width:${width}px`
    container.innerHTML = `<div class="ad">${html}</div>`
    for (const image of container.querySelectorAll("img")) image.loading = "eager"
    document.body.append(container)
    await Promise.race([Promise.all([...container.querySelectorAll("img")].map(loaded)), new Promise((done) => setTimeout(done, waitMs))])
    const { height } = container.firstElementChild!.getBoundingClientRect()
    container.remove()
    return Math.min(maxAdHeight, Math.ceil(height))
  }
  const tallest = async (all: number[]) => Math.max(...(await Promise.all(all.map(heightAt))))
  const [desktop, phone] = await Promise.all([tallest(position === "search_right" ? widths.column : widths.desktop), tallest(widths.phone)])
  return { desktop, phone }
}
