import { defineConfig, devices } from "@playwright/test"
import { olderChromium } from "./scripts/lib/older-chromium.mjs"

const environment = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
const launch = {
  executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
  // on a machine without a locale, Chromium would lose the Chinese names of files
  env: { ...environment, LC_ALL: "C.UTF-8" },
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // starting a process for every page took a tenth of the time (docs/decisions/080)
    "--renderer-process-limit=1",
    "--process-per-site",
  ],
}

const ci = Boolean(process.env.CI) && process.env.CI !== "false"
const desktop = { viewport: { width: 1280, height: 900 } }
/** The oldest Chromium that package.json names (`browserslist`); null on systems that its package has no binary for. */
const older = olderChromium()

/**
 * Runs real Chromium against the built app, started with `npm start`; every worker has its own site (`e2e/support/own-site.ts`). The phone
 * project runs only tagged tests, whose pages behave differently there. Tests tagged `@remote` run once more with the pages on a separate
 * server from the site they display (API_BASE_URL). Tests tagged `@older` run once more in Chromium 92 (docs/decisions/175). A short
 * `npm test` runs those with `@main` in their title, on the desktop and in Chromium 92 (docs/decisions/340).
 */
export default defineConfig<object, { behindFront: boolean }>({
  testDir: "e2e",
  workers: 2,
  // `npm test` lists the tests that passed only on a retry (docs/decisions/049)
  retries: ci ? 1 : 0,
  // limits for hanging tests only: a slow machine needs many times what an idle one does
  timeout: 240_000,
  expect: { timeout: 30_000, toPass: { timeout: 60_000 } },
  forbidOnly: ci,
  reporter: "list",
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: launch,
    locale: "zh-CN",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "desktop", use: desktop, grepInvert: /@phone-only/ },
    { name: "remote", use: { ...desktop, behindFront: true }, grep: /@remote/ },
    ...(older ? [{ name: "older", use: { ...desktop, launchOptions: { ...launch, executablePath: older } }, grep: /@older/ }] : []),
    {
      name: "phone",
      use: { ...devices["Pixel 5"], defaultBrowserType: "chromium", viewport: { width: 375, height: 812 } },
      grep: /@phone/,
    },
  ],
})
