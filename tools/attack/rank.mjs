// Attacks that do or read something without permission.

/** @typedef {import("./run.mjs").Attack} Attack */
/** @typedef {import("./site.mjs").Person} Person */
/** @typedef {import("./site.mjs").Site} Site */
/** @typedef {{ status: number, text: string }} Answer */

/** Returns the title of a hidden document, which must appear nowhere. */
const secretTitle = () => `密件${Math.random().toString(36).slice(2, 10)}`

/** Returns the API calls that need a permission, according to the site's own OpenAPI document. @param {Site} site */
const permissionCalls = async ({ ask }) => {
  const { json } = await ask("/api/v1/openapi.json")
  return Object.entries(/** @type {Record<string, Record<string, Record<string, string>>>} */ (json["paths"])).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, call]) => call["x-access"] === "permission")
      .map(([method]) => `${method.toUpperCase()} ${path.replace(/^\/api\/v1/, "")}`),
  )
}

/** @type {Attack[]} */
export const rank = [
  {
    area: "rank",
    title: "没有权限的人调用每个要权限的接口 [security: 8.2.1, 8.3.1, denied-is-403]",
    long: true,
    run: async (site, attempt) => {
      const nobody = await site.person()
      const calls = await permissionCalls(site)
      if (calls.length < 40) throw new Error(`只找到 ${calls.length} 个要权限的接口`)
      for (const key of calls)
        for (const as of [nobody, null]) {
          const { status } = await site.call(key, { id: 1, page: 1, size: 10 }, as)
          attempt(`${key} ${as ? "登录的人" : "访客"}：${status}`, ![401, 403].includes(status))
        }
    },
  },
  {
    area: "rank",
    title: "读、改、删别人的文档、收藏、会话、上传 [security: 8.2.2, ids-of-one-kind, rights-matrix]",
    run: async (site, attempt) => {
      const { call, document, person } = site
      const [owner, thief] = [await person(), await person()]
      const { id, uuid, attachment_id } = await document(owner, "别人的")
      /** @param {string} key @param {Record<string, unknown>} input */
      const steal = async (key, input) => {
        const reply = await call(key, input, thief)
        attempt(`${key}：${reply.status}`, reply.status === 200)
      }
      await steal("PUT /document", { id, title: "偷来的" })
      await steal("PUT /document/file", { id, attachment_id })
      await steal("GET /document/version", { id })
      await steal("GET /document/suggest", { attachment_id })
      await steal("POST /document", { document: [{ attachment_id, title: "偷来的" }] })
      await steal("DELETE /document", { id })
      const folder = await call("POST /favorite/folder", { title: "私有" }, owner)
      await steal("PUT /favorite/folder", { id: folder.json["id"], title: "偷来的" })
      await call("POST /favorite", { document_id: id, type: 0 }, owner)
      const sessions = await call("GET /user/session", {}, owner)
      for (const row of sessions.json["session"] ?? []) await call("DELETE /user/session", { id: row.id }, thief)
      attempt("结束别人的会话", (await call("GET /user/session", {}, owner)).status !== 200)
      attempt("标题被改", (await call("GET /document", { uuid }, owner)).json["title"] !== "别人的")
      for (const key of ["GET /user/export", "GET /user/credit", "GET /favorite/list", "GET /user/download"]) {
        const reply = await call(key, { id: owner.id, user_id: owner.id, page: 1, size: 10 }, thief)
        attempt(`${key} 带别人的编号`, reply.text.includes(owner.username) || reply.text.includes("别人的"))
      }
    },
  },
  {
    area: "rank",
    title: "改资料时塞进不该改的字段 [security: 15.3.3, 8.2.3, mass-assignment]",
    run: async ({ call, person }, attempt) => {
      const thief = await person()
      const before = (await call("GET /user", { id: thief.id }, thief)).json
      const stuffed = {
        is_vip: true,
        credit_count: 99_999,
        status: 5,
        group_id: [1],
        id: thief.id,
        user_id: 1,
        created_at: "2001-01-01",
        document_count: 9,
      }
      await call("PUT /user/profile", { ...stuffed, signature: "改过" }, thief)
      await call("PUT /user/profile", { ...stuffed, __proto__: { is_admin: true } }, thief)
      const after = (await call("GET /user", { id: thief.id }, thief)).json
      for (const name of ["is_vip", "credit_count", "status", "group_id", "created_at", "document_count"])
        attempt(name, JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      const permissions = await call("GET /user/permission", {}, thief)
      attempt("得到权限", /"path":"[^"]*(CreateGroup|UpdateConfig)/.test(permissions.text))
    },
  },
  {
    area: "rank",
    title: "隐藏的文档从列表、搜索、页面、站点地图、邻居漏出 [security: 8.2.2, list-leaks, page-image-access, download-mismatch]",
    long: true,
    run: async (site, attempt) => {
      const { admin, ask, call, document, person } = site
      const [owner, thief] = [await person(), await person()]
      const title = secretTitle()
      const { id, uuid } = await document(owner, title)
      const disabled = await call("PUT /document/check", { id: [id], status: 4 }, admin)
      if (disabled.status !== 200) throw new Error(`没能禁用：${disabled.text.slice(0, 100)}`)
      for (const as of [thief, null]) {
        const replies = /** @type {[string, Answer][]} */ ([
          ["GET /document", await call("GET /document", { uuid }, as)],
          ["GET /document/list", await call("GET /document/list", { page: 1, size: 100, wd: title }, as)],
          ["GET /document/list user", await call("GET /document/list", { page: 1, size: 100, user_id: owner.id, status: 4 }, as)],
          ["GET /document/search", await call("GET /document/search", { wd: title }, as)],
          ["GET /document/text", await call("GET /document/text", { uuid, page: 1, size: 5 }, as)],
          ["GET /document/words", await call("GET /document/words", { uuid, page: 1 }, as)],
          ["GET /document/inside", await call("GET /document/inside", { uuid, wd: title.slice(0, 2) }, as)],
          ["GET /document/outline", await call("GET /document/outline", { uuid }, as)],
          ["GET /document/neighbour", await call("GET /document/neighbour", { uuid }, as)],
          ["GET /oembed", await call("GET /oembed", { url: `${site.url}/document/${uuid}` }, as)],
        ])
        for (const [key, reply] of replies)
          attempt(`${key} ${as ? "登录的人" : "访客"}`, reply.text.replaceAll(`"wd":"${title}"`, "").includes(title))
        attempt("下载", (await call("GET /document/download", { id }, as)).status === 200)
        /** @type {import("./http.mjs").Headers} */
        const cookie = as ? { cookie: `doujia_session=${as.token}` } : {}
        for (const path of [
          `/document/${uuid}`,
          `/embed/${uuid}`,
          `/user/${owner.id}`,
          "/sitemap.xml",
          `/search?wd=${encodeURIComponent(title)}`,
        ]) {
          const page = await ask(path, { headers: { ...cookie } })
          const text = path.startsWith("/search") ? page.text.replaceAll(new RegExp(`(wd|value|q)[^<]{0,40}${title}`, "g"), "") : page.text
          attempt(path.replace(uuid, "…"), path.startsWith("/search") ? text.includes(`/document/${uuid}`) : text.includes(title))
        }
        for (const path of [`/view/page/${uuid}/1.svg`, `/view/page/${uuid}/1.gzip.svg`, `/view/cover/${uuid}`, `/view/cover/${uuid}.webp`])
          attempt(path.replace(uuid, "…"), (await ask(path, { headers: { ...cookie } })).status === 200)
      }
    },
  },
  {
    area: "rank",
    title: "员工惩罚、授权、建号时越级 [security: rank, 8.2.1]",
    run: async (site, attempt) => {
      const { admin, call, person, staff } = site
      const climber = await staff([
        "PunishmentAPI/CreatePunishment",
        "GroupAPI/UpdateGroupPermission",
        "GroupAPI/CreateGroup",
        "GroupAPI/UpdateGroup",
        "UserAPI/AddUser",
        "UserAPI/SetUser",
        "UserAPI/UpdateUserPassword",
      ])
      const victim = await person()
      /** @param {string} what @param {string} key @param {Record<string, unknown>} input */
      const climb = async (what, key, input) => attempt(what, (await call(key, input, climber)).status === 200)
      const boss = await staff(["ConfigAPI/UpdateConfig", "ConfigAPI/ListConfig", "PunishmentAPI/CreatePunishment"])
      for (const above of [admin, boss]) {
        await call("POST /punishment", { user_id: [above.id], type: [1], enable: true, reason: "x" }, climber)
        attempt(`封禁 ${above.username}`, (await call("GET /user/session", {}, above)).status !== 200)
      }
      await climb("改第一位管理员的密码", "PUT /user/password", { id: admin.id, new_password: "紫云英 stolen 42" })
      await climb("把自己放进管理员组", "PUT /user", { id: climber.id, group_id: [1] })
      await climb("把别人放进管理员组", "PUT /user", { id: victim.id, group_id: [1] })
      await climb("在管理员组建号", "POST /user", { username: `climb${Date.now() % 1e8}`, password: "紫云英 stolen 42", group_id: [1] })
      await climb("清空管理员组的权限", "PUT /group/permission", { group_id: 1, permission_id: [] })
      await climb("改上级的组", "PUT /group", { id: boss.group, title: "改名" })
      await climb("给默认的组开采集", "PUT /group", { id: site.group, enable_article_crawl: true })
      await climb("清空上级的权限", "PUT /group/permission", { group_id: boss.group, permission_id: [] })
      attempt("上级的权限没了", (await call("GET /config/list", { category: "system" }, boss)).status !== 200)
      await call("PUT /group", { id: 1, title: "管理员", is_default: true }, admin)
      const groups = /** @type {{ id: number, is_default?: boolean }[]} */ (
        (await call("GET /group/list", { page: 1, size: 100 }, admin)).json["group"] ?? []
      )
      attempt(
        "管理员组成了默认的组",
        groups.some(({ id, is_default }) => id === 1 && is_default === true),
      )
      const { json } = await call("GET /permission/list", { page: 1, size: 1000 }, admin)
      const config = /** @type {{ id: number, path: string }[]} */ (json["permission"] ?? []).find(({ path }) =>
        path.endsWith("ConfigAPI/UpdateConfig"),
      )
      await climb("给自己的组加上改设置的权限", "PUT /group/permission", { group_id: climber.group, permission_id: [config?.id ?? 0] })
      attempt("得到了改设置的权限", (await call("GET /config/list", { category: "system" }, climber)).status === 200)
    },
  },
  {
    area: "rank",
    title: "员工把邮件、第三方登录的密钥引到别处，改统计代码和域名 [security: settings-of-first-admin]",
    run: async ({ admin, call, staff }, attempt) => {
      const climber = await staff(["ConfigAPI/UpdateConfig", "ConfigAPI/ListConfig"])
      const groups = ["system", "email", "sms", "captcha", "security", "display", "oauth_custom", "oauth_github"]
      /** @type {{ category: string, name: string, value: string }[]} */
      const rows = (await Promise.all(groups.map((category) => call("GET /config/list", { category }, climber)))).flatMap(
        ({ json }) => json["config"] ?? [],
      )
      const guarded = rows.filter(({ name }) => /host|port|secret|password|endpoint|issuer|^domain$|analytics|_url$|access_key/.test(name))
      if (!guarded.some(({ category, name }) => category === "email" && name === "host")) throw new Error("设置里没有邮件服务器")
      for (const { category, name } of guarded) {
        const value = /port/.test(name) ? "2525" : /secret|password|key/.test(name) ? "stolen-key" : "https://evil.example"
        const { status } = await call("PUT /config", { config: [{ category, name, value }] }, climber)
        attempt(`${category}.${name}：${status}`, status === 200)
      }
      const after = (await call("GET /config/list", { category: "email" }, admin)).json["config"] ?? []
      attempt(
        "邮件服务器变了",
        after.some((/** @type {{ value: string }} */ { value }) => value.includes("evil.example")),
      )
      const readable = rows.filter(({ name, value }) => /secret$|password$/.test(name) && value !== "" && !/^(true|false|\*+)$/.test(value))
      attempt(`读到密钥 ${readable.map(({ name }) => name).join()}`, readable.length > 0)
    },
  },
  {
    area: "rank",
    title: "付费内容：预览之外的页、文字、命中数 [security: hidden-matches, 8.2.2, signed-pages]",
    ownSite: true,
    run: async (site, attempt) => {
      const { admin, ask, call, document, person } = site
      const [owner, thief] = [await person(), await person()]
      const rows = (await call("GET /config/list", { category: "converter" }, admin)).json["config"] ?? []
      const limit = rows.find((/** @type {{ name: string }} */ row) => row.name === "max_preview_percent")
      const saved = await call("PUT /config", { config: [{ ...limit, value: "5" }] }, admin)
      if (saved.status !== 200) throw new Error(`没能设置预览页数：${saved.text.slice(0, 100)}`)
      const word = "绝密段落"
      const content = Array.from({ length: 400 }, (_, n) => `第 ${n} 行 ${n > 300 ? word : "公开"}`).join("\n")
      const { id, uuid } = await document(owner, "付费的", { price: 50 }, content)
      const { json } = await call("GET /document", { uuid }, owner)
      if (Number(json["pages"]) < 2) throw new Error(`文档只有 ${json["pages"]} 页`)
      const inside = await call("GET /document/inside", { uuid, wd: word }, owner)
      if (!Number(inside.json["total"])) throw new Error("连作者也搜不到")
      for (const as of [thief, null]) {
        /** @type {import("./http.mjs").Headers} */
        const headers = as ? { cookie: `doujia_session=${as.token}`, authorization: `Bearer ${as.token}` } : {}
        attempt("下载", (await call("GET /document/download", { id }, as)).status === 200)
        const reply = await call("GET /document/inside", { uuid, wd: word }, as)
        attempt(
          `命中数 ${reply.text.slice(0, 80)}`,
          Object.values(reply.json).some((value) => typeof value === "number" && value > 0),
        )
        for (const page of [1, 2, 3]) {
          attempt(`第 ${page} 页起的文字`, (await call("GET /document/text", { uuid, page, size: 20 }, as)).text.includes(word))
          attempt(`第 ${page} 页的文字层`, (await call("GET /document/words", { uuid, page }, as)).text.includes(word))
        }
        for (let page = 2; page <= Number(json["pages"]); page++)
          for (const ext of ["svg", "gzip.svg", "webp"])
            attempt(`第 ${page} 页 ${ext}`, (await ask(`/view/page/${uuid}/${page}.${ext}`, { headers })).status === 200)
        const signed = await call("GET /document/signatures", { uuid, page: 1 }, as)
        attempt("要到签名", signed.json["signature"]?.length > 0)
      }
      // the author's own signature: valid for the page, but not for another page, version or session
      const issued = (await call("GET /document/signatures", { uuid, page: 1 }, owner)).json
      const { page, sign } = issued["signature"]?.[0] ?? {}
      const address = `/view/page/${uuid}/${page}.svg?v=${issued["version"]}&sign=${sign}`
      if ((await ask(address)).status !== 200) throw new Error("作者的签名打不开自己的页")
      const forged = {
        别的会话拿着签名: { path: address, headers: { cookie: `doujia_session=${thief.token}` } },
        签名换一页: { path: address.replace(`/${page}.svg`, `/${page + 1}.svg`), headers: {} },
        签名换版本: { path: address.replace(/v=\d+/, "v=77"), headers: {} },
        签名改到期: { path: address.replace(/sign=\w+/, "sign=zzzzzz"), headers: {} },
      }
      for (const [title, { path, headers }] of Object.entries(forged)) attempt(title, (await ask(path, { headers })).status === 200)
      await call("PUT /config", { config: [limit] }, admin)
    },
  },
  {
    area: "rank",
    title: "跳过页面的守卫：中间件的内部请求头、RSC 请求 [security: middleware-bypass]",
    run: async ({ ask, admin, person }, attempt) => {
      const nobody = await person()
      const tricks = /** @type {import("./http.mjs").Headers[]} */ ([
        { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
        { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware:src/middleware:src/middleware" },
        { "x-middleware-invoke": "1" },
        { "x-invoke-path": "/admin", "x-invoke-status": "200" },
        { rsc: "1", "next-router-prefetch": "1" },
        { "x-nextjs-data": "1" },
        { "x-forwarded-host": "localhost", "x-original-url": "/admin" },
      ])
      for (const trick of tricks)
        for (const [path, session] of /** @type {[string, string][]} */ ([
          ["/admin/config/system", ""],
          ["/me", ""],
          ["/admin/user", nobody.token],
        ])) {
          const page = await ask(path, { headers: { ...trick, ...(session && { cookie: `doujia_session=${session}` }) } })
          attempt(`${path} ${Object.keys(trick)[0]}`, page.text.includes(admin.username) && page.status === 200)
        }
    },
  },
]
