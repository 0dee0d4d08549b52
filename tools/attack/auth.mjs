// Attacks that log in as another user or stay logged in.
import { createHmac } from "node:crypto"

/** @typedef {import("./run.mjs").Attack} Attack */
/** @typedef {import("./site.mjs").Site} Site */

/** @param {unknown} value */
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString("base64url")
/** Returns a token signed with HS256 and a guessed secret. @param {object} head @param {object} payload @param {string} secret */
const signed = (head, payload, secret) => {
  const text = `${encoded(head)}.${encoded(payload)}`
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`
}
const guessedSecrets = ["", "secret", "changeme", "doujia", "jwt-secret", "123456", "your-256-bit-secret"]

/** @param {Site} site @param {string} token */
const isSomebody = async ({ call }, token) =>
  (await call("GET /user/session", {}, { id: 0, username: "", password: "", token })).status === 200

/** @type {Attack[]} */
export const auth = [
  {
    area: "auth",
    title: "伪造会话令牌：无签名、猜密钥、改内容、自带公钥 [security: 9.1.1, 9.1.2, 9.1.3, 9.2.1, default-secrets, session-secret]",
    run: async (site, attempt) => {
      const { token, id } = await site.person()
      const [head = "", payload = "", signature = ""] = token.split(".")
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))
      const admin = { ...claims, sub: String(site.admin.id), user_id: site.admin.id, id: site.admin.id }
      const forged = [
        `${encoded({ alg: "none", typ: "JWT" })}.${payload}.`,
        `${encoded({ alg: "NONE" })}.${encoded(admin)}.`,
        `${head}.${encoded(admin)}.${signature}`,
        `${head}.${payload}.${"A".repeat(signature.length)}`,
        `${head}.${payload}.`,
        `${encoded({ alg: "RS256", jwk: { kty: "oct", k: "AA" } })}.${payload}.${signature}`,
        signed({ alg: "HS256", kid: "../../../../dev/null" }, admin, ""),
        signed({ alg: "HS256", jku: "http://127.0.0.1/keys" }, admin, "key"),
        String(id),
        String(site.admin.id),
        ...guessedSecrets.map((secret) => signed({ alg: "HS256", typ: "JWT" }, admin, secret)),
      ]
      for (const one of forged) attempt(one.slice(0, 60), await isSomebody(site, one))
    },
  },
  {
    area: "auth",
    title: "退出、改密码之后继续用旧令牌 [security: 7.4.1, 7.4.3, session-after-logout, password-change-tokens]",
    run: async (site, attempt) => {
      const first = await site.person()
      const second = await site.signIn(first.username, first.password)
      await site.call("DELETE /user/logout", {}, first)
      attempt("退出后的令牌", await isSomebody(site, first.token))
      const third = await site.signIn(first.username, first.password)
      const changed = await site.call("PUT /user/password", { old_password: first.password, new_password: `${first.password}x` }, third)
      if (changed.status !== 200) throw new Error(`没能改密码：${changed.text.slice(0, 100)}`)
      attempt("改密码之前别处的令牌", await isSomebody(site, second.token))
      attempt("旧密码", (await site.call("POST /user/login", { username: first.username, password: first.password })).status === 200)
    },
  },
  {
    area: "auth",
    title: "不用旧密码改密码、换邮箱、注销账号 [security: 6.2.3, 7.5.1]",
    run: async (site, attempt) => {
      const { call, person } = site
      const victim = await person()
      for (const input of [{}, { old_password: "" }, { old_password: "wrong one 7" }, { id: victim.id }]) {
        const reply = await call("PUT /user/password", { ...input, new_password: "紫云英 stolen 42" }, victim)
        attempt(`改密码 ${JSON.stringify(input)}`, reply.status === 200)
      }
      attempt("注销", (await call("POST /user/close", {}, victim)).status === 200)
      attempt("换邮箱", (await call("PUT /user/email", { email: "thief@example.org", code: "000000" }, victim)).status === 200)
      for (const input of [{ email: "thief@example.org" }, { mobile: "13800000000" }])
        attempt(`改资料 ${JSON.stringify(input)}`, (await call("PUT /user/profile", input, victim)).status === 200)
    },
  },
  {
    area: "auth",
    title: "弱密码：太短、常见、与本站有关 [security: 6.2.1, 6.2.4, 6.2.11]",
    run: async ({ admin, call, group }, attempt) => {
      for (const password of ["", "1", "short7!", "12345678", "password", "qwertyuiop", "11111111", "abc12345", "iloveyou", "doujia2026"]) {
        const username = `weak${Math.random().toString(36).slice(2, 10)}`
        const { json, status } = await call("POST /user", { username, password, group_id: [group] }, admin)
        attempt(password, status === 200)
        if (status === 200) await call("DELETE /user", { id: json["id"] }, admin)
      }
    },
  },
  {
    area: "auth",
    title: "猜密码：从许多地址猜同一个人 [security: 6.3.1, guesses-locked]",
    long: true,
    ownSite: true,
    run: async ({ call, person }, attempt) => {
      const victim = await person()
      const statuses = []
      for (let n = 0; n < 60; n++)
        statuses.push((await call("POST /user/login", { username: victim.username, password: `wrong ${n}` })).status)
      attempt("六十次都被受理", !statuses.includes(429))
      attempt(
        "锁住之后从新地址用猜中的密码",
        (await call("POST /user/login", { username: victim.username, password: victim.password })).status === 200,
      )
    },
  },
  {
    area: "auth",
    title: "从回答看出账号是否存在 [security: 6.3.8, no-enumeration]",
    run: async ({ call, person }, attempt) => {
      const user = await person()
      /** @param {string} key @param {Record<string, unknown>} there @param {Record<string, unknown>} absent */
      const compare = async (key, there, absent) => {
        const [a, b] = [await call(key, there), await call(key, absent)]
        attempt(
          `${key}：${a.status} ${a.text.slice(0, 80)} / ${b.status} ${b.text.slice(0, 80)}`,
          a.status !== b.status || a.text !== b.text,
        )
      }
      const password = "wrong one 7"
      await compare("POST /user/login", { username: user.username, password }, { username: "nobody-at-all", password })
      await compare("POST /user/findpassword/stepone", { email: "admin@example.org" }, { email: "nobody@example.org" })
      await compare(
        "PUT /user/findpassword/steptwo",
        { email: "admin@example.org", token: "x.y.z", password: "紫云英 stolen 42" },
        { email: "nobody@example.org", token: "x.y.z", password: "紫云英 stolen 42" },
      )
    },
  },
  {
    area: "auth",
    title: "用会话令牌、下载令牌重置密码或当会话用 [security: 9.2.2, token-kinds, reset-token-bound]",
    long: true,
    run: async (site, attempt) => {
      const thief = await site.person()
      const { id } = await site.document(thief, "令牌")
      const { json } = await site.call("GET /document/download", { id }, thief)
      const link =
        String(json["url"] ?? "")
          .split("/")
          .pop() ?? ""
      if (!link) throw new Error("没有得到下载链接")
      attempt("下载令牌当会话用", await isSomebody(site, decodeURIComponent(link)))
      attempt("会话令牌当下载链接用", (await site.ask(`/download/${thief.token}`)).status === 200)
      for (const token of [thief.token, link, `${thief.token}.`]) {
        const input = { email: "admin@example.org", token, password: "紫云英 stolen 42" }
        attempt("重置密码", (await site.call("PUT /user/findpassword/steptwo", input)).status === 200)
      }
      const middle = Math.floor(link.length / 2)
      const changed = `${link.slice(0, middle)}${link[middle] === "A" ? "B" : "A"}${link.slice(middle + 1)}`
      attempt("改过一个字的下载链接", (await site.ask(`/download/${changed}`)).status === 200)
    },
  },
  {
    area: "auth",
    title: "只凭 Cookie 跨站发请求（CSRF） [security: 3.5.1, 3.5.2, 3.5.3, get-side-effects]",
    run: async ({ ask, call, person }, attempt) => {
      const victim = await person()
      const cookie = { cookie: `doujia_session=${victim.token}; __Host-doujia_session=${victim.token}`, origin: "https://evil.example" }
      /** @param {string} type @param {string} path @param {string} method */
      const forge = (type, path, method) =>
        ask(`/api/v1${path}`, {
          method,
          headers: { ...cookie, "content-type": type },
          body: JSON.stringify({ signature: "stolen", title: "stolen" }),
        })
      for (const [method, path] of /** @type {[string, string][]} */ ([
        ["PUT", "/user/profile"],
        ["PUT", "/user/sign"],
        ["POST", "/favorite/folder"],
      ]))
        for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"])
          attempt(`${method} ${path} ${type}`, (await forge(type, path, method)).status === 200)
      for (const path of ["/user/sign", "/user/logout", "/user/close", "/favorite/folder?title=x"])
        await ask(`/api/v1${path}`, { headers: cookie })
      const { json } = await call("GET /user", { id: victim.id }, victim)
      attempt("个性签名被改", json["signature"] === "stolen")
      attempt("会话被 GET 结束", (await call("GET /user/session", {}, victim)).status !== 200)
    },
  },
  {
    area: "auth",
    title: "第三方登录：没有发起就回调、伪造凭证绑定 [security: 10.1.2, 10.2.1, login-forgery]",
    run: async ({ call, person }, attempt) => {
      const thief = await person()
      for (const oauth_type of [1, 2, 3, 4, 5, 6, 7]) {
        attempt(`回调 ${oauth_type}`, (await call("POST /oauth/login", { oauth_type, code: "stolen", state: "stolen" })).status === 200)
        const bind = await call("POST /oauth/bind", { oauth_type, openid: "1", session: thief.token }, thief)
        attempt(`绑定 ${oauth_type}`, bind.status === 200)
      }
    },
  },
]
