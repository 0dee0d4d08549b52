import { defineConfig, devices } from "@playwright/test"

/** Two runs at once (`scripts/lib/test.mjs`) have a site each. */
const port = Number(process.env.E2E_PORT || 18_880)
const launch = {
  executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
}

/** Real Chromium on the built app, started as a person would start it (`npm start`), on a data folder of its own. */
export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/support/global-setup.ts",
  workers: 1,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: launch,
    locale: "zh-CN",
    timezoneId: "UTC",
    contextOptions: { reducedMotion: "reduce" },
    trace: "off",
    screenshot: "only-on-failure",
  },
  metadata: { port },
  projects: [
    { name: "desktop", use: { viewport: { width: 1280, height: 900 } } },
    {
      name: "phone",
      use: { ...devices["Pixel 5"], defaultBrowserType: "chromium", viewport: { width: 375, height: 812 } },
      testMatch: /(journey|pages|reader|account|admin|around|upload|\bme)\.spec\.ts/,
    },
  ],
})
