// Attacks on what protects an account besides its password.
import { createHmac } from "node:crypto"

/** @typedef {import("./run.mjs").Attack} Attack */
/** @typedef {import("./site.mjs").Person} Person */
/** @typedef {import("./site.mjs").Site} Site */

/** Returns the code of an authenticator app (RFC 6238) `away` steps from now. @param {string} secret @param {number} [away] */
const codeOf = (secret, away = 0) => {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("")
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + away))
  const hash = createHmac("sha1", key).update(counter).digest()
  return String((hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}

/** Enables an authenticator app. The code that confirmed it is used up. @param {Site} site @param {Person} as */
const withApp = async ({ call }, as) => {
  const { secret } = (await call("POST /user/totp", {}, as)).json
  const otp = codeOf(String(secret))
  const { json, status } = await call("PUT /user/totp", { otp }, as)
  if (status !== 200) throw new Error(`没能开启验证器：${json["message"] ?? status}`)
  return { secret: String(secret), used: otp, recovery: /** @type {string[]} */ (json["recovery_code"]) }
}

/** @type {Attack[]} */
export const accounts = [
  {
    area: "auth",
    title: "抢先用别人的邮箱：没有验证就登录、收走、绑定 [security: pre-hijack, binding-confirmed]",
    run: async ({ admin, call, person }, attempt) => {
      const email = `victim${Date.now().toString(36)}@example.org`
      const [first, second] = [await person(), await person()]
      for (const thief of [first, second]) {
        await call("PUT /user/profile", { email }, thief)
        for (const username of [email, email.toUpperCase(), ` ${email} `, `"${email}"`]) {
          const { status } = await call("POST /user/login", { username, password: thief.password })
          attempt(`用没有验证的邮箱 ${username} 登录`, status === 200)
        }
        const { json } = await call("GET /user", { id: thief.id }, thief)
        attempt("自己填的邮箱算作验证过", json["email_verified"] === true)
      }
      await call("PUT /user/profile", { email_verified: true, mobile_verified: true, mobile: "13900000000" }, first)
      const { json } = await call("GET /user", { id: first.id }, admin)
      attempt("自己改成验证过", json["email_verified"] === true || json["mobile_verified"] === true)
      for (const code of ["", "000000", "123456"]) {
        const input = { email, code, password: first.password }
        attempt(`验证码 ${code} 绑定邮箱`, (await call("PUT /user/email", input, first)).status === 200)
      }
      for (const session of ["", "x.y.z", first.token]) {
        const input = { oauth_type: 4, openid: "1", session }
        attempt(`凭证 ${session.slice(0, 8)} 绑定第三方账号`, (await call("POST /oauth/bind", input, first)).status === 200)
      }
    },
  },
  {
    area: "auth",
    title: "绕过两步验证：不带、重放、猜、过期的动态口令，别人的恢复码 [security: two-factor, 6.5.1, 6.5.5]",
    run: async (site, attempt) => {
      const { call, person } = site
      const [victim, thief] = [await person(), await person()]
      const { secret, used } = await withApp(site, victim)
      const { recovery } = await withApp(site, thief)
      /** @param {string} what @param {Record<string, unknown>} factor */
      const enter = async (what, factor) => {
        const { json, status } = await call("POST /user/login", { username: victim.username, password: victim.password, ...factor })
        attempt(what, status === 200 || "token" in json)
      }
      await enter("不带验证码", {})
      await enter("空的验证码", { otp: "" })
      await enter("用过的口令", { otp: used })
      await enter("五分钟前的口令", { otp: codeOf(secret, -10) })
      await enter("五分钟后的口令", { otp: codeOf(secret, 10) })
      await enter("别人的恢复码", { otp: recovery[0] })
      await enter("假的通行密钥", { passkey: "{}" })
      await enter("没有签名的通行密钥", { passkey: JSON.stringify({ id: "a", rawId: "a", type: "public-key", response: {} }) })
      attempt("只凭假的通行密钥", (await call("POST /user/login/passkey", { passkey: "{}" })).status === 200)
      attempt("去掉别人的两步验证", (await call("DELETE /user/factor", { id: victim.id }, thief)).status === 200)
      const read = await call("GET /user/factor", { id: victim.id, user_id: victim.id }, thief)
      attempt("读到种子或恢复码", read.text.includes(secret) || recovery.some((code) => read.text.includes(code)))
      const statuses = []
      for (let n = 0; n < 14; n++)
        statuses.push(
          (await call("POST /user/login", { username: victim.username, password: victim.password, otp: `00000${n % 10}` })).status,
        )
      attempt(`连猜十四次都被受理：${statuses.join()}`, !statuses.includes(429))
    },
  },
  {
    area: "auth",
    title: "拿着别人忘了退出的会话做不能收回的事 [security: confirmed-actions, 7.5.1]",
    ownSite: true,
    run: async (site, attempt) => {
      const { admin, ask, ageSessions, call, signIn } = site
      const old = await signIn(admin.username, admin.password)
      await ageSessions(old)
      const { json } = await ask("/api/v1/openapi.json")
      const paths = /** @type {Record<string, Record<string, Record<string, unknown>>>} */ (json["paths"])
      const confirmed = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).flatMap((method) =>
          methods[method]?.["x-confirmed"] ? [`${method.toUpperCase()} ${path.replace(/^\/api\/v1/, "")}`] : [],
        ),
      )
      if (confirmed.length < 8) throw new Error(`只找到 ${confirmed.length} 个要确认密码的接口`)
      for (const key of confirmed) {
        const { status } = await call(key, { id: 999_999, name: "偷来的", otp: "000000" }, old)
        attempt(`${key}：${status}`, status !== 403)
      }
      const other = await site.person()
      attempt("改别人的密码", (await call("PUT /user/password", { id: other.id, new_password: "紫云英 stolen 42" }, old)).status === 200)
      attempt("改别人的邮箱", (await call("PUT /user/profile", { id: other.id, email: "stolen@example.org" }, old)).status === 200)
      for (const [category, name, value] of [
        ["email", "host", "evil.example"],
        ["system", "domain", "https://evil.example"],
        ["system", "analytics", "<script>1</script>"],
      ])
        attempt(`改 ${category}.${name}`, (await call("PUT /config", { config: [{ category, name, value }] }, old)).status === 200)
      const guesses = []
      for (const password of ["", "admin", "12345678", "password", "wrong one 7", "wrong one 8", "wrong one 9"])
        guesses.push((await call("POST /user/confirm", { password }, old)).status)
      attempt(`猜中密码：${guesses.join()}`, guesses.includes(200))
      attempt("猜密码没有限次", !guesses.includes(429))
    },
  },
]
