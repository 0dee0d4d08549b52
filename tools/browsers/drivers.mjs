// One small interface over three protocols: CDP (Playwright), WebDriver BiDi (puppeteer-core) and WebDriver (WebKitWebDriver).
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { chromium } from "playwright"
import { Failure } from "../../scripts/lib/failure.mjs"
import { freePort } from "../../scripts/lib/server.mjs"

/**
 * A browser with one page. `run` evaluates an expression and returns its JSON value; `click`, `type` and `choose` (files) take a CSS
 * selector. `type` replaces nothing: it presses keys in the focused element.
 * @typedef {object} Driver
 * @property {string} version
 * @property {(url: string) => Promise<unknown>} goto
 * @property {(expression: string) => Promise<any>} run
 * @property {(selector: string) => Promise<unknown>} click
 * @property {(selector: string, text: string) => Promise<unknown>} type
 * @property {(selector: string, path: string) => Promise<unknown>} choose
 * @property {() => Promise<unknown>} forget removes cookies and storage
 * @property {() => Promise<unknown>} close
 */

const limitMs = 30_000
const size = { width: 1280, height: 900 }
const emptyStorage = "(localStorage.clear(), sessionStorage.clear(), 1)"

/** @param {string} executablePath @returns {Promise<Driver>} */
export async function openChromium(executablePath) {
  if (!executablePath) throw new Failure("这里没有这个 Chromium：它的软件包只有 Linux（x64）的。")
  const env = { ...process.env, LC_ALL: "C.UTF-8" }
  const browser = await chromium.launch({ executablePath, env, args: ["--no-sandbox", "--disable-gpu"] })
  const page = await browser.newPage({ viewport: size, locale: "zh-CN", reducedMotion: "reduce" })
  page.setDefaultTimeout(limitMs)
  return {
    version: `Chromium ${browser.version()}`,
    goto: (url) => page.goto(url),
    run: (expression) => page.evaluate(expression),
    click: (selector) => page.locator(selector).first().click(),
    type: (selector, text) => page.locator(selector).first().pressSequentially(text),
    choose: (selector, path) => page.locator(selector).first().setInputFiles(path),
    forget: async () => {
      await page.evaluate(emptyStorage)
      await page.context().clearCookies()
    },
    close: () => browser.close(),
  }
}

/** Firefox by WebDriver BiDi. @param {any} puppeteer @returns {Promise<Driver>} */
export async function openFirefox(puppeteer) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr",
    headless: true,
    defaultViewport: size,
    extraPrefsFirefox: { "intl.accept_languages": "zh-CN" },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(limitMs)
  return {
    version: (await browser.version()).replace("/", " "),
    goto: (url) => page.goto(url),
    run: (expression) => page.evaluate(expression),
    click: async (selector) => {
      await page.$eval(selector, (/** @type {Element} */ element) => element.scrollIntoView({ block: "center" }))
      await page.click(selector)
    },
    type: (selector, text) => page.type(selector, text),
    choose: async (selector, path) => (await page.$(selector)).uploadFile(path),
    forget: async () => {
      await page.evaluate(emptyStorage)
      await browser.deleteCookie(...(await browser.cookies()))
    },
    close: () => browser.close(),
  }
}

const elementKey = "element-6066-11e4-a52e-4f735466cecf"
const miniBrowsers = ["x86_64", "aarch64"].map((cpu) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-4.1/MiniBrowser`)

/** Waits until a server answers. @param {() => Promise<unknown>} ask */
async function whenAnswering(ask) {
  for (const end = Date.now() + limitMs; ; await pause(200)) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** WebKitGTK by WebDriver, on a display of its own. @param {string} home @returns {Promise<Driver>} */
export async function openWebKit(home) {
  const port = await freePort()
  const screen = ["-a", "-s", `-screen 0 ${size.width}x${size.height + 100}x24`]
  const server = spawn("xvfb-run", [...screen, "WebKitWebDriver", `--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, HOME: home, LANG: "C.UTF-8", WEBKIT_DISABLE_COMPOSITING_MODE: "1", WEBKIT_FORCE_SANDBOX: "0" },
  })
  const stop = () => process.kill(-(server.pid ?? 0), "SIGTERM")
  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  const call = async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = /** @type {{ value: any }} */ (await reply.json())
    if (!reply.ok) throw new Failure(`${value.error}: ${value.message}`)
    return value
  }
  try {
    await whenAnswering(() => call("GET", "/status"))
    const options = { args: ["--automation"], binary: miniBrowsers.find((path) => existsSync(path)) }
    const { sessionId, capabilities } = await call("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
    })
    const session = `/session/${sessionId}`
    await call("POST", `${session}/timeouts`, { script: limitMs, pageLoad: 2 * limitMs, implicit: 0 })
    await call("POST", `${session}/window/rect`, { ...size, x: 0, y: 0 }).catch(() => undefined)
    const run = (/** @type {string} */ expression) =>
      call("POST", `${session}/execute/sync`, { script: `return (${expression})`, args: [] })
    const find = async (/** @type {string} */ selector) =>
      `${session}/element/${(await call("POST", `${session}/element`, { using: "css selector", value: selector }))[elementKey]}`
    const send = async (/** @type {string} */ selector, /** @type {string} */ text) =>
      call("POST", `${await find(selector)}/value`, { text })
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      goto: (url) => call("POST", `${session}/url`, { url }),
      run,
      click: async (selector) => {
        await run(`(document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: "center" }), 1)`)
        await call("POST", `${await find(selector)}/click`, {})
      },
      type: send,
      choose: send,
      forget: async () => {
        await run(emptyStorage)
        await call("DELETE", `${session}/cookie`)
      },
      close: async () => {
        await call("DELETE", session).catch(() => undefined)
        stop()
      },
    }
  } catch (error) {
    stop()
    throw error
  }
}
