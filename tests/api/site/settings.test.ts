import { beforeAll, describe, expect, test, vi } from "vitest"
import { supportedExtensions } from "@/lib/contract/library/document.formats"
import { createCtx } from "@/server/context"
import { saveSettings } from "@/server/modules/site/settings/settings.usecases"
import { watchListPageTtl } from "@/server/pages/list-page-ttl"
import { siteOf } from "../../setup/site"
import { staffWith } from "../../setup/staff"
import { testApp, until, type TestApp } from "../../setup/test-app"

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
const read = async () => {
  const reply = await app.call("GET /settings")
  if (!reply.ok) throw new Error(reply.message)
  return reply.data
}

describe("public settings", () => {
  test("unchanged settings have their defaults; secrets and internal settings are omitted [security: 15.3.1, 13.3.2]", async () => {
    const settings = await read()
    expect(settings.system).toMatchObject({ sitename: "豆架", credit_name: "魔豆", version: "0.0.0-test" })
    expect(settings.security).toMatchObject({ max_document_size: 50, enable_register: true, login_required: false })
    expect(JSON.stringify(settings)).not.toMatch(/url_duration|max_preview|virtual_register/)
  })

  test("a change is visible at once, with its type", async () => {
    await saveSettings(createCtx(app), "security", { max_document_size: 7, document_allowed_ext: [".pdf", ".docx"] })
    const settings = await until(async () => {
      const now = await read()
      return now.security.max_document_size === 7 && now
    })
    expect(settings.security.document_allowed_ext).toEqual([".pdf", ".docx"])
  })

  test("contain every key that existing clients read", async () => {
    const settings = await read()
    expect(settings).toMatchObject({
      display: {
        home_version: "v1",
        index_document_style: "card",
        show_document_descriptions: true,
        hide_keywords_on_lists: false,
        show_document_count: true,
        show_document_download_count: true,
        show_document_view_count: true,
        show_document_favorite_count: true,
        show_register_user_count: true,
        show_index_categories: true,
        hide_category_without_document: false,
        pages_per_read: 5,
        copyright_statement: expect.stringContaining("版权") as string,
        wechat_tip: "",
        wechat_qrcode: "",
        contact_tip: "",
        contact_link: "",
      },
      download: { enable_guest_download: false, times_every_day: 10, times_every_ip: 30, free_download_duration: 0 },
      vip: { enable: false, icon: "" },
      mp: { enable: false, name: "", qrcode: "", logo: "" },
    })
    expect(Object.keys(settings.system)).toEqual(
      expect.arrayContaining(
        (
          "sitename domain title keywords description recommend_words logo favicon register_background login_background sec_icp icp " +
          "copyright_start_year analytics version credit_name enable_sms enable_powered_by enable_watermark watermark"
        ).split(" "),
      ),
    )
    expect(Object.keys(settings.footer).toSorted()).toEqual(["about", "agreement", "contact", "copyright", "feedback"])
    expect(Object.keys(settings.language[0]!)).toEqual(["id", "language", "code"])
    await saveSettings(createCtx(app), "display", { home_version: "v2", index_document_style: "list" })
    expect((await read()).display).toMatchObject({ home_version: "v2", index_document_style: "list" })
  })

  test("list every file type if all are allowed, because clients read an empty list as none", async () => {
    await saveSettings(createCtx(app), "security", { document_allowed_ext: [] })
    expect((await read()).security.document_allowed_ext).toEqual([...supportedExtensions])
  })

  test("name a watermark by the address of an image, even if it is a text", async () => {
    const base = await siteOf(app)
    const set = (watermark: string, enable_watermark = true) => saveSettings(createCtx(app), "system", { watermark, enable_watermark })
    const { watermark: none, watermark_text } = (await read()).system
    expect([none, watermark_text]).toEqual(["", ""])
    await set("/uploads/a/mark.png")
    expect((await read()).system).toMatchObject({ watermark: "/uploads/a/mark.png", watermark_text: "" })
    expect((await fetch(`${base}/view/watermark.svg`)).status).toBe(404)

    await set(' 仅供<内部> & "使用" ')
    const { system } = await read()
    expect(system).toMatchObject({
      enable_watermark: true,
      watermark: expect.stringMatching(/^\/view\/watermark\.svg\?v=[\da-f]{12}$/) as string,
      watermark_text: '仅供<内部> & "使用"',
    })
    const picture = await fetch(base + system.watermark)
    expect([picture.status, picture.headers.get("content-type"), picture.headers.get("content-security-policy")]).toEqual([
      200,
      "image/svg+xml; charset=utf-8",
      expect.stringContaining("sandbox"),
    ])
    expect(await picture.text()).toContain(">仅供&#60;内部&#62; &#38; &#34;使用&#34;</text></svg>")
    await set("另一句")
    expect((await read()).system.watermark).not.toBe(system.watermark)
    await set("另一句", false)
    expect((await fetch(`${base}/view/watermark.svg`)).status).toBe(404)
  })

  test.each([
    ["<script>var a=1</script>", "var a=1"],
    ["<p>x</p><img src=x onerror=alert(1)>", ""],
    ["var plain=1", "var plain=1"],
    ['<script async src="https://stat.example.org/t.js?id=1"></script><script>go()</script>', 's.src="https://stat.example.org/t.js?id=1"'],
  ])("a statistics snippet is output as code only: %s", async (analytics, expected) => {
    await saveSettings(createCtx(app), "system", { analytics })
    await until(
      async () =>
        ((await read()).system.analytics.includes(expected) && (expected !== "" || (await read()).system.analytics === "")) || null,
    )
    expect((await read()).system.analytics).not.toContain("<")
  })
})

describe("the numbers of the site", () => {
  test("every visitor gets those of the home page, staff with the permission also those of their work", async () => {
    const [reader, staff] = [await app.person(), await staffWith(app, "ConfigAPI/GetStats")]
    await app.database.pool.query("insert into banner (title) values ('一'), ('二')")
    await app.database.pool.query("insert into friendlink (title, link) values ('邻居', 'https://example.org')")
    const counts = { category_count: 0, comment_count: 0, banner_count: 2, friendlink_count: 1, report_count: 0 }
    for (const as of [undefined, reader])
      expect(await app.call("GET /stats", {}, as)).toMatchObject({
        data: { ...counts, banner_count: 0, friendlink_count: 0, user_count: expect.any(Number) },
      })
    expect(await app.call("GET /stats", {}, staff)).toMatchObject({ data: counts })
  })

  test("only staff with the permission are informed about missing programs on the server", async () => {
    const [reader, staff] = [await app.person(), await staffWith(app, "ConfigAPI/GetStats")]
    const notices = ["没有沙箱：解析文档和图片的程序读得到网站的数据，也连得上网络"]
    vi.spyOn(app.converter, "capabilities").mockResolvedValue([
      { name: "bubblewrap", installed: false, version: "", enables: "", install: "", notice: notices[0]! },
      { name: "LibreOffice", installed: true, version: "7", enables: "", install: "" },
    ])
    for (const as of [undefined, reader]) expect(await app.call("GET /stats", {}, as)).toMatchObject({ data: { notices: [] } })
    expect(await app.call("GET /stats", {}, staff)).toMatchObject({ data: { notices } })
  })
})

describe("the page cache", () => {
  test("is cleared by a user with the permission, in every process, and the search index is not affected", async () => {
    const heard: string[] = []
    const stop = app.events.on("changed", ({ what }) => void heard.push(what))
    expect(await app.call("DELETE /config/page/cache")).toMatchObject({ status: 401 })
    expect(await app.call("DELETE /config/page/cache", {}, await app.person())).toMatchObject({ status: 403 })
    heard.length = 0
    const staff = await staffWith(app, "ConfigAPI/ClearPageCache")
    heard.length = 0
    expect(await app.call("DELETE /config/page/cache", {}, staff)).toEqual({ ok: true, status: 200, data: {} })
    await until(async () => heard.includes("settings") || null)
    expect(heard).not.toContain("*")
    stop()
  })

  test("keeps lists for the time in the settings, or the time of the process if none is set", async () => {
    const seconds = await watchListPageTtl(app, 30)
    expect(seconds()).toBe(30)
    await saveSettings(createCtx(app), "ssr", { page_cache_seconds: 600 })
    await until(async () => seconds() === 600 || null)
    await saveSettings(createCtx(app), "ssr", { page_cache_seconds: 0 })
    await until(async () => seconds() === 30 || null)
  })
})
