import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { importTypeScript } from "../lib/bundle.mjs"
import { fail, Failure, messageOf } from "../lib/failure.mjs"
import { inProject, say } from "../lib/project.mjs"

/** @typedef {import("./stand-in").SettingRow} Row */

const options = /** @type {const} */ ({
  port: { type: "string", default: "8899" },
  site: { type: "string", default: "http://127.0.0.1:8880" },
  admin: { type: "string" },
})

/** @param {string[]} args */
const readOptions = (args) => {
  let values
  try {
    values = parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run gateway -- --help 会列出所有选项。`, { cause: error })
  }
  if (!/^[1-9]\d{0,4}$/.test(values.port)) throw new Failure(`--port 应为 1 到 65535 的整数（现在是 ${values.port}）。`)
  const [, username = "", password = ""] = /^([^:]+):(.+)$/.exec(values.admin ?? "") ?? []
  if (values.admin && !username) throw new Failure("--admin 应为 名:密码。")
  return { port: Number(values.port), site: values.site.replace(/\/+$/, ""), login: { username, password } }
}

/** Returns the same keys on every start, so that the settings of a site remain valid. @param {() => object} make */
const keptKeys = (make) => {
  const file = inProject("dist/gateway-keys.json")
  if (!existsSync(file)) {
    mkdirSync(inProject("dist"), { recursive: true })
    writeFileSync(file, JSON.stringify(make()), { mode: 0o600 })
  }
  return /** @type {object} */ (JSON.parse(readFileSync(file, "utf8")))
}

/** @param {string} site @param {{ username: string, password: string }} login @param {Row[]} config */
const enter = async (site, login, config) => {
  /** @param {string} method @param {string} path @param {object} body @param {string} [token] */
  const call = async (method, path, body, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
    const reply = await fetch(`${site}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    const answer = /** @type {{ message?: string, token?: string }} */ (await reply.json())
    if (!reply.ok) throw new Failure(`网站没有接受：${answer.message ?? reply.status}`)
    return answer
  }
  const { token } = await call("POST", "/user/login", login)
  await call("PUT", "/config", { config }, token)
}

/** @param {string[]} args */
export const gateway = async (args) => {
  try {
    const { port, site, login } = readOptions(args)
    const { startDesk, newKeys } = /** @type {typeof import("./stand-in")} */ (await importTypeScript("scripts/gateway/stand-in.ts"))
    const { url, rows } = await startDesk(port, /** @type {any} */ (keptKeys(newKeys)))
    const config = [{ category: "system", name: "domain", value: site }, ...rows]
    if (login.username) await enter(site, login, config)
    else for (const { category, name, value } of config) console.log(`${category}.${name}  ${value}`)
    say(login.username ? `设置已经填进 ${site}` : "把上面的设置填到后台“系统设置”下的“基础配置”“支付配置”和“第三方登录”（微信公众号）")
    say(`网站要这样启动：PAYMENT_SANDBOX=${url} npm start`)
    say(`模拟支付平台已启动：${url}，在那里付款`)
  } catch (error) {
    fail(error)
  }
}
