import { describe, expect, test } from "vitest"
import { call, login } from "../support/client"
import { query } from "../support/database"
import type { PagesSite } from "./pages-site"

/** The pages on disk are reused by the next process. */
export const afterRestart = ({ page, counts, restart, server, data, sample }: PagesSite) => {
  describe("a restart", () => {
    test("renders no document page again, except of a deleted document and of one whose manual change was written into the log", async () => {
      const admin = await login(server().url, "admin", data().admin.password)
      const others = await query<{ id: number; uuid: string }>(
        data().path,
        "select id::int, uuid from document where status = 2 and uuid <> $1 order by id limit 2",
        [sample()],
      )
      const [deleted, changed] = [others[0]!, others[1]!]
      const paths = [sample(), deleted.uuid, changed.uuid].map((uuid) => `/document/${uuid}`)
      for (const path of paths) await page(path)
      // a page is written to disk two seconds after it was rendered
      await new Promise((done) => setTimeout(done, 4_000))
      await restart()
      for (const path of paths) expect((await page(path)).status).toBe(200)
      expect(await counts()).toMatchObject({ disk: paths.length, miss: 0 })

      expect((await call(server().url, `DELETE /document?id=${deleted.id}`, {}, admin)).status).toBe(200)
      await query(
        data().path,
        "with saved as (update document set title = '停着时改的标题' where uuid = $1::text) insert into change_log (what, target) values ('document', $1::text)",
        [changed.uuid],
      )
      await restart()
      expect((await page(`/document/${deleted.uuid}`)).status).toBe(410)
      expect((await page(`/document/${sample()}`)).status).toBe(200)
      expect((await page(`/document/${changed.uuid}`)).body.toString("utf8")).toContain("停着时改的标题")
      expect(await counts()).toMatchObject({ disk: 1, miss: 2 })
    })
  })
}
