/** Frames that take longer than this (ms) count as dropped. */
const jerk = 25

/** @typedef {{ frames: number[], most: number, blank: number, small: number, next: number }} Watched */

/**
 * Runs in the page. Records the time of each frame, the number of page elements, and how long a visible page is blank or displays only its
 * thumbnail.
 */
function watchFrames() {
  /** @type {Watched} */
  const measurement = { frames: [], most: 0, blank: 0, small: 0, next: 0 }
  const [empty, rough] = [new Map(), new Map()]
  const note = (since, name, page, now, over) => {
    if (over) return since.delete(page)
    if (!since.has(page)) since.set(page, now)
    measurement[name] = Math.max(measurement[name], now - since.get(page))
  }
  let before = 0
  const look = (now) => {
    if (before) measurement.frames.push(now - before)
    before = now
    const sheets = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".sheet"))
    measurement.most = Math.max(measurement.most, sheets.length)
    const here = new Set()
    for (const sheet of sheets) {
      const { top, bottom } = sheet.getBoundingClientRect()
      if (bottom <= 0 || top >= innerHeight) continue
      here.add(sheet.dataset.page)
      const images = [...sheet.querySelectorAll("img")]
      const isVisible = images.some((image) => image.complete && image.naturalWidth > 0)
      const sharp = sheet.dataset.phase === "loaded"
      note(empty, "blank", sheet.dataset.page, now, isVisible)
      note(rough, "small", sheet.dataset.page, now, sharp)
    }
    for (const since of [empty, rough]) for (const page of since.keys()) if (!here.has(page)) since.delete(page)
    measurement.next = requestAnimationFrame(look)
  }
  measurement.next = requestAnimationFrame(look)
  Object.assign(window, { watched: measurement })
}

/** Returns the CPU seconds of the page's main thread, which do not depend on other load on the machine. */
async function mainThread(cdp) {
  const { metrics } = await cdp.send("Performance.getMetrics")
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0
}

/**
 * Runs an action and reports its frames: frames per second, share above 25 ms, longest blank page (ms), maximum number of page elements.
 */
export async function watched(page, cdp, work) {
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" })
  await page.evaluate(watchFrames)
  const [cpu, started] = [await mainThread(cdp), performance.now()]
  await work()
  const seconds = (performance.now() - started) / 1000
  const used = (await mainThread(cdp)) - cpu
  const { frames, most, blank, small } = await page.evaluate(() => {
    const { watched } = /** @type {Window & typeof globalThis & { watched: Watched }} */ (window)
    cancelAnimationFrame(watched.next)
    return watched
  })
  const all = frames.reduce((sum, ms) => sum + ms, 0)
  return {
    fps: (frames.length / all) * 1000,
    jerks: frames.filter((ms) => ms > jerk).length / frames.length,
    blank,
    small,
    most,
    cpu: used / seconds,
  }
}
