import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../../scripts/lib/failure.mjs"
import { temporaryFolder } from "../bench/cleanup.mjs"

/** @typedef {import("./drivers.mjs").Driver} Driver */

const limitMs = 45_000
const marked = "[data-step]"

/** Waits until the expression is true in the page. @param {Driver} browser @param {string} expression @param {string} what */
async function until(browser, expression, what) {
  for (const end = Date.now() + limitMs; ; await pause(250)) {
    // an expression fails while its page is being replaced
    if (await browser.run(`Boolean(${expression})`).catch(() => false)) return
    if (Date.now() > end) throw new Failure(`没有等到${what}（${await browser.run("location.pathname").catch(() => "?")}）`)
  }
}

/** Evaluated in the page: marks the first visible element that has this name. @param {string} selector @param {string} name */
const mark = (selector, name) => `(() => {
  const nameOf = (one) => (one.getAttribute("aria-label") || (one.labels && one.labels[0] && one.labels[0].textContent) || one.textContent || "").trim()
  const all = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.getClientRects().length > 0)
  const wanted = ${JSON.stringify(name)}
  const one = all.find((one) => nameOf(one) === wanted) || all.find((one) => nameOf(one).includes(wanted))
  if (!one) return false
  document.querySelectorAll("${marked}").forEach((other) => other.removeAttribute("data-step"))
  one.setAttribute("data-step", "")
  return true
})()`

/** @param {Driver} browser @param {string} selector @param {string} name */
const find = (browser, selector, name) => until(browser, mark(selector, name), `“${name}”`)

/** @param {Driver} browser @param {string} name @param {string} [selector] */
async function click(browser, name, selector = "button, a") {
  for (let left = 3; ; left--) {
    await find(browser, selector, name)
    try {
      return await browser.click(marked)
    } catch (error) {
      // the page has drawn this element again in between
      if (left <= 1) throw error
    }
  }
}

const fields = "input, textarea, [role=textbox]"
/** @param {Driver} browser @param {string} name @param {string} text */
async function fill(browser, name, text) {
  await click(browser, name, fields)
  await browser.run(`document.activeElement.select && (document.activeElement.select(), 1)`)
  await browser.type(marked, text)
}

const shows = (/** @type {string} */ text) => `document.body.innerText.includes(${JSON.stringify(text)})`

/**
 * The journey of a new user and of an administrator.
 * @param {{ url: string, admin: { username: string, password: string }, mark: string }} site
 * @returns {[title: string, work: (browser: Driver) => Promise<unknown>][]}
 */
export const steps = ({ url, admin, mark: stamp }) => [
  [
    "注册",
    async (browser) => {
      await browser.goto(`${url}/register?redirect=%2Fme`)
      if (await browser.run(`document.documentElement.hasAttribute("data-too-old")`)) throw new Failure("网站说这个浏览器太旧")
      await fill(browser, "用户名", `读者${stamp}`)
      await fill(browser, "电子邮箱", `${stamp}@example.org`)
      await fill(browser, "密码", "correct horse 7")
      await fill(browser, "确认密码", "correct horse 7")
      await browser.click("input[type=checkbox]")
      await click(browser, "立即注册")
      await until(browser, `location.pathname === "/me" && ${shows(`读者${stamp}`)}`, "我的主页")
    },
  ],
  [
    "阅读页面",
    async (browser) => {
      const { document } = await (await fetch(`${url}/api/v1/document/list?size=50&order=id%20asc`)).json()
      const { uuid } = document.find((/** @type {{ pages: number }} */ one) => one.pages === 300)
      await browser.goto(`${url}/document/${uuid}`)
      await until(browser, `document.querySelector(".reader[data-alive]")`, "阅读器")
      await until(browser, `document.querySelector('.sheet[data-page="1"] img').naturalWidth > 100`, "第一页")
    },
  ],
  [
    "文档内搜索",
    async (browser) => {
      await click(browser, "在文档内搜索")
      await fill(browser, "在文档内搜索", "page 123 line 7")
      await until(browser, `document.querySelector("[data-hit]")`, "搜索结果")
      await browser.click("[data-hit]")
      const at = `document.querySelector('.sheet[data-page="123"] .marks i[data-at]')`
      await until(browser, `${at} && getComputedStyle(${at}).backgroundColor !== "rgba(0, 0, 0, 0)"`, "第 123 页上的标记")
    },
  ],
  [
    "文字版",
    async (browser) => {
      await click(browser, "文字版")
      await until(browser, `document.querySelector('[data-text="123"]')`, "第 123 页的文字")
    },
  ],
  [
    "评论",
    async (browser) => {
      const { document } = await (await fetch(`${url}/api/v1/document/list?size=50&order=id%20asc`)).json()
      const { uuid } = document.find((/** @type {{ pages: number }} */ one) => one.pages >= 3 && one.pages < 300)
      await browser.goto(`${url}/document/${uuid}`)
      const talk = `document.getElementById("talk-title")`
      await until(browser, talk, "评论区")
      await until(browser, `(${talk}.scrollIntoView(), document.querySelector("textarea"))`, "评论框")
      await fill(browser, "评论内容", `例子很清楚 ${stamp}`)
      await click(browser, "发表点评")
      await until(browser, `[...document.querySelectorAll("article")].some((one) => one.textContent.includes("${stamp}"))`, "新的评论")
    },
  ],
  [
    "上传表格并打开",
    async (browser) => {
      const path = join(temporaryFolder(), `表格 ${stamp}.csv`)
      writeFileSync(path, `编号,品名\n${Array.from({ length: 300 }, (_, n) => `${n + 1},商品 ${stamp}`).join("\n")}\n`)
      await browser.goto(`${url}/upload`)
      await until(browser, `document.querySelector('input[type=file][aria-label="选择文件"]')`, "选择文件")
      await browser.choose('input[type=file][aria-label="选择文件"]', path)
      await click(browser, "文档分类", "input")
      await click(browser, "使用指南", ".ant-select-tree [title]")
      await click(browser, "上传 1 份文档")
      await until(browser, shows("上传成功"), "上传成功")
      await browser.goto(`${url}/me/document`)
      const row = `[...document.querySelectorAll("li")].find((one) => one.textContent.includes("表格 ${stamp}"))`
      await until(browser, `${row} && ${row}.textContent.includes("已发布")`, "转换完成")
      await click(browser, `表格 ${stamp}`, "a")
      await until(
        browser,
        `document.querySelector(".book-scroll td") && document.querySelector(".book-scroll").textContent.includes("品名")`,
        "表格的单元格",
      )
    },
  ],
  [
    "写文章",
    async (browser) => {
      await browser.goto(`${url}/post`)
      await until(browser, `document.querySelector('[role=textbox][aria-label="正文"], [contenteditable=true]')`, "编辑器")
      await fill(browser, "标题", `新馆开放 ${stamp}`)
      await browser.click("[contenteditable=true]")
      await browser.type("[contenteditable=true]", "新馆今天开放。")
      await click(browser, "分类", "input")
      await click(browser, "站点公告", ".ant-select-tree [title], [role=tree] *")
      await click(browser, "发布文章")
      await until(browser, `document.querySelector("h1").textContent.includes("新馆开放 ${stamp}") && ${shows("新馆今天开放。")}`, "文章")
    },
  ],
  [
    "后台的列表",
    async (browser) => {
      await browser.forget()
      await browser.goto(`${url}/login?redirect=%2Fadmin%2Fdocument%2Flist`)
      await fill(browser, "用户名", admin.username)
      await fill(browser, "密码", admin.password)
      await click(browser, "登录")
      await until(browser, `location.pathname === "/admin/document/list" && document.querySelector(".ant-table-row")`, "文档列表")
    },
  ],
  [
    "后台的设置",
    async (browser) => {
      await browser.goto(`${url}/admin/config/captcha`)
      await find(browser, fields, "字符个数")
      // the browser before this one has saved the other number
      const value = await browser.run(`document.querySelector("${marked}").value`)
      await fill(browser, "字符个数", value === "6" ? "5" : "6")
      await click(browser, "保存设置")
      await until(browser, shows("配置更新成功"), "配置更新成功")
    },
  ],
]
