// Attacks on what settings guarantee: how much unused data a user may leave behind, and where the operator's own code runs.

/** @typedef {import("./run.mjs").Attack} Attack */
/** @typedef {import("./site.mjs").Site} Site */
/** @typedef {{ category: string, name: string, value: string }} Row */

/** Changes settings while `work` runs. @param {Site} site @param {Row[]} rows @param {() => Promise<void>} work */
export const withSettings = async ({ admin, call }, rows, work) => {
  const before = /** @type {Row[]} */ ([])
  for (const category of new Set(rows.map((row) => row.category)))
    before.push(...((await call("GET /config/list", { category }, admin)).json["config"] ?? []))
  const config = rows.map((row) => ({ ...before.find(({ category, name }) => category === row.category && name === row.name), ...row }))
  const saved = await call("PUT /config", { config }, admin)
  if (saved.status !== 200) throw new Error(`没能保存设置：${saved.text.slice(0, 100)}`)
  try {
    await work()
  } finally {
    const back = before.filter(({ category, name }) => rows.some((row) => row.category === category && row.name === name))
    await call("PUT /config", { config: back }, admin)
  }
}

/** @type {Attack[]} */
export const settings = [
  {
    area: "limits",
    title: "占满磁盘：不提交的文件、不传完的文件、每小时的份数 [security: storage-quotas, 5.2.4]",
    ownSite: true,
    run: async (site, attempt) => {
      const { ask, call, person, upload } = site
      const limits = { max_unused_megabytes: "2", max_unfinished_uploads: "3", uploads_per_hour: "8" }
      const rows = Object.entries(limits).map(([name, value]) => ({ category: "security", name, value }))
      await withSettings(site, rows, async () => {
        const [hoarder, beginner, hurried] = [await person(), await person(), await person()]
        /** `size` null: the length comes later. @param {import("./site.mjs").Person} as @param {number | null} size */
        const begin = async (as, size) =>
          (
            await ask("/api/v1/upload/tus", {
              method: "POST",
              headers: {
                "tus-resumable": "1.0.0",
                "upload-metadata": `filename ${Buffer.from("占地.txt").toString("base64")}`,
                ...(size === null ? { "upload-defer-length": "1" } : { "upload-length": String(size) }),
                authorization: `Bearer ${as.token}`,
              },
            })
          ).status
        const sent = []
        for (let n = 0; n < 4; n++) sent.push((await upload(hoarder, `${n}.txt`, Buffer.alloc(1_000_000, 97 + n))).status)
        const storedCount = sent.filter((status) => status === 200).length
        if (storedCount === 0) throw new Error(`一份也没有传上：${sent.join()}`)
        attempt(`没有提交的文件 ${storedCount} MB`, storedCount > 2)
        attempt("再用断点续传占 2 MB", (await begin(hoarder, 2_000_000)) === 201)
        attempt("先不说长度的断点续传", (await begin(hoarder, null)) === 201)
        const begun = await Promise.all(Array.from({ length: 12 }, () => begin(beginner, 1_000)))
        attempt(`同时开始 ${begun.filter((status) => status === 201).length} 份`, begun.filter((status) => status === 201).length > 3)
        const hour = await Promise.all(Array.from({ length: 16 }, (_, n) => upload(hurried, `${n}.txt`, `第 ${n} 份\n`)))
        const taken = hour.filter(({ status }) => status === 200).length
        attempt(`一小时 ${taken} 份`, taken > 8)
        attempt("限额由自己改", (await call("PUT /config", { config: rows }, hoarder)).status === 200)
      })
    },
  },
  {
    area: "headers",
    title: "统计代码跑进后台、个人中心、登录、找回、订单页 [security: analytics-pages, 14.2.3]",
    ownSite: true,
    run: async (site, attempt) => {
      const { admin, ask } = site
      const mark = `attackmark${Date.now().toString(36)}`
      const rows = [{ category: "system", name: "analytics", value: `<script>window.${mark}=1</script>` }]
      await withSettings(site, rows, async () => {
        const open = await ask(`/?${mark}`)
        if (!open.text.includes(`window.${mark}`)) throw new Error("公开的页面上也没有统计代码")
        const quiet = ["/admin", "/admin/config/system", "/admin/dashboard", "/me", "/me/profile", "/me/security", "/login", "/register"]
        for (const path of [...quiet, "/findpassword", "/findpassword-mobile", "/oauth/github", "/order/1", "/upload", "/post"])
          for (const cookie of ["", `doujia_session=${admin.token}; __Host-doujia_session=${admin.token}`]) {
            const page = await ask(path, { headers: { ...(cookie && { cookie }) } })
            const hasMark = !/^\/(upload|post)/.test(path) && page.text.includes(`window.${mark}`)
            attempt(`${path} ${cookie ? "登录的人" : "访客"}：${page.status}`, hasMark)
          }
      })
    },
  },
]
