import { describe, expect, test } from "vitest"
import { until } from "../support/client"
import { query, saveSetting } from "../support/database"
import { visibleText } from "../support/html"
import type { PagesSite } from "./pages-site"

/** The content of the home page and of user pages. */
export const homeAndPeople = ({ page, counts, data, person }: PagesSite) => {
  describe("the home page", () => {
    const changed = (what: string) =>
      query(data().path, "select pg_notify('doujia', $1)", [JSON.stringify({ topic: "changed", event: { what, id: "" } })])
    const html = async (path = "/") => (await page(path)).body.toString("utf8")

    test("shows the current banners, announcements and friend links; a change of them renders no other page again", async () => {
      await query(data().path, "insert into banner (title, path, url) values ('开学季', '/uploads/b.webp', 'https://example.org/')")
      await query(data().path, "insert into friendlink (title, link, enable) values ('邻居的站', 'https://example.org/', true)")
      await query(data().path, "update article set notice = 1 where identifier = 'first-upload'")
      await page("/category")
      await changed("home")
      await until("the new home page", async () => (await html()).includes("邻居的站"))
      const before = await counts()
      await page("/category")
      expect((await counts()).miss).toBe(before.miss)
      const text = visibleText(await html())
      for (const part of ["网站公告", "友情链接", "邻居的站"]) expect(text).toContain(part)
      expect(await html()).toMatch(/<img[^>]*src="\/uploads\/b\.webp"[^>]*alt="开学季"/)
      // only the home page has friend links
      expect(await html("/category")).not.toContain("邻居的站")
    })

    test("is rendered in the version of the display settings; a query string changes nothing", async () => {
      const first = await html()
      for (const query of ["?page=-1", "?tab=%F0%9F%98%80", "?page=1&page=2&wd=%27%3B--", "?%ED%A0%80=x"])
        expect(await html(`/${query}`)).toBe(first)
      expect(visibleText(first)).not.toContain("热门分类")
      await saveSetting(data().path, "display", "home_version", "v2")
      await changed("settings")
      await until("the other version", async () => visibleText(await html()).includes("热门分类"))
      expect(visibleText(await html())).toContain("快捷入口")
      await saveSetting(data().path, "display", "home_version", "v1")
      await changed("settings")
      await until("the first version", async () => !visibleText(await html()).includes("热门分类"))
    })
  })

  describe("user pages", () => {
    test("list public content and count only that; pages after the last and unknown tabs are 404, invalid queries the first page", async () => {
      const [{ documents, articles }] = (await query<{ documents: number; articles: number }>(
        data().path,
        "select (select count(*) from document where user_id = 1 and status = 2)::int documents, (select count(*) from article where user_id = 1 and status = 1 and identifier not in ('about','contact','agreement','copyright','feedback'))::int articles",
      )) as [{ documents: number; articles: number }]
      const first = (await page("/user/1")).body.toString("utf8")
      expect(visibleText(first)).toMatch(new RegExp(`文档 ?${documents}.*文章 ?${articles}`))
      expect(first.match(/class="stand"/g)).toHaveLength(documents)
      expect(visibleText(first)).toContain("最近动态")
      for (const query of ["?page=-1", "?page=1e9", "?tab=%F0%9F%98%80", "?page=%27%3B--"])
        expect((await page(`/user/1${query}`)).body.toString("utf8")).toBe(first)
      for (const path of [
        "/user/1?page=2",
        "/user/1/article?page=900",
        "/user/1/vip",
        "/user/1/%F0%9F%98%80",
        "/user/999999",
        "/user/0",
        "/user/99999999999999999999",
        "/user/abc",
      ])
        expect({ path, status: (await page(path)).status }).toEqual({ path, status: 404 })
    })

    test("the page of a disabled account is a notice that is not indexed", async () => {
      const path = `/user/${person().id}`
      expect(visibleText((await page(path)).body.toString("utf8"))).toContain(person().username)
      await query(data().path, "insert into punishment (user_id, type, enable) values ($1, 1, true)", [person().id])
      await query(data().path, "select pg_notify('doujia', $1)", [
        JSON.stringify({ topic: "changed", event: { what: "user", id: String(person().id) } }),
      ])
      const html = await until("the notice", async () => {
        const text = (await page(path)).body.toString("utf8")
        return text.includes("该用户已被停用") && text
      })
      expect(html).toContain('<meta name="robots" content="noindex')
      expect(html).not.toContain(person().username)
      expect((await page(`${path}/article`)).status).toBe(200)
    })
  })
}
