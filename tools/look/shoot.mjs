import { checks, findColourViolations, findNarrowOverflow, findOverflow } from "./checks.mjs"

/** Screenshots of pages end at this height, in CSS pixels. */
const tallest = 2600
const quietMs = 250
const session = "doujia_session"

/** Logs the user in: sets the session cookie and the values that the pages read from local storage. */
export async function enter(context, { url, token, user }) {
  await context.addCookies([
    { name: session, value: token, url, httpOnly: true, sameSite: "Lax" },
    { name: "doujia_in", value: "1", url, sameSite: "Lax" },
  ])
  await context.addInitScript(
    ([one, two]) => {
      localStorage.setItem("token", one)
      localStorage.setItem("user", two)
    },
    [token, JSON.stringify(user)],
  )
}

/** Scrolls through the page, because pictures below the first screen are loaded only when they come near. */
const scrollThrough = (page) =>
  page.evaluate(async (most) => {
    const box = document.querySelector(".adm-main") ?? document.documentElement
    for (let y = 0; y < Math.min(most, box.scrollHeight); y += 600) {
      box.scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 60))
    }
    box.scrollTo(0, 0)
  }, tallest)

/** Takes a JPEG of the top of the page at one width, and returns it with the faults of the page. */
async function shootWidth(page, width, checkFunctions) {
  const faults = []
  await page.setViewportSize({ width, height: 900 })
  await scrollThrough(page)
  await page.waitForTimeout(quietMs)
  faults.push(...(await findOverflow(page)))
  const height = await page.evaluate(() => {
    const box = document.querySelector(".adm-main")
    return Math.max(innerHeight, document.documentElement.scrollHeight, box ? box.scrollHeight + innerHeight - box.clientHeight : 0)
  })
  await page.setViewportSize({ width, height: Math.min(tallest, height) })
  await page.waitForTimeout(quietMs)
  // a busy machine may still display the previous size
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const picture = await page.screenshot({ type: "jpeg", quality: 82 })
  await page.setViewportSize({ width, height: 900 })
  for (const check of checkFunctions) faults.push(...(await check(page)))
  return { picture, faults: faults.map((fault) => `${width}：${fault}`) }
}

/**
 * Takes screenshots of one screen in one theme at all widths; the page is loaded once. `recoloured`: the screen was already checked in
 * another theme and only its colours differ.
 */
export async function shoot(context, address, { theme, widths, wanted: selectedChecks, recoloured = false }) {
  const checkFunctions = selectedChecks.flatMap((name) => (name === "axe" && recoloured ? [findColourViolations] : (checks[name] ?? [])))
  const page = await context.newPage()
  const faults = []
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("console", (line) => line.type() === "error" && !/status of 404/.test(line.text()) && faults.push(line.text()))
  await page.setViewportSize({ width: widths[0], height: 900 })
  await page.goto(address, { waitUntil: "load" })
  await page.waitForLoadState("networkidle", { timeout: 10_000 }).catch(() => undefined)
  const shots = []
  for (const width of widths) {
    const { picture, faults: widthFaults } = await shootWidth(page, width, checkFunctions)
    faults.push(...widthFaults)
    shots.push({ theme, width, picture })
  }
  // the result in a narrow window does not depend on the previous width
  if (selectedChecks.includes("narrow")) faults.push(...(await findNarrowOverflow(page)))
  await page.close()
  return { shots, faults: [...new Set(faults)].map((fault) => `${theme} ${fault}`) }
}
