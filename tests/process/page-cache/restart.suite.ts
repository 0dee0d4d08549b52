import { describe, expect, test } from "vitest"
import { call, login } from "../support/client"
import { query } from "../support/database"
import type { PagesSite } from "./pages-site"

/** The pages on disk are reused by the next process. */
export const afterRestart = ({ page, counts, restart, server, data, sample }: PagesSite) => {
  describe("a restart", () => {
    /** Visits pages, waits until they are on disk, and restarts the process. */
    const keptOver = async (paths: string[]) => {
      for (const path of paths) await page(path)
      // a page is written to disk two seconds after it was rendered
      await new Promise((done) => setTimeout(done, 4_000))
      await restart()
      for (const path of paths) expect((await page(path)).status).toBe(200)
      expect(await counts()).toMatchObject({ disk: paths.length, miss: 0 })
    }

    test("renders no document page again, except of a changed document", async () => {
      const admin = await login(server().url, "admin", data().admin.password)
      const [other] = await query<{ id: number; uuid: string }>(
        data().path,
        "select id::int, uuid from document where status = 2 and uuid <> $1 order by id limit 1",
        [sample()],
      )
      await keptOver([`/document/${sample()}`, `/document/${other!.uuid}`])
      expect((await call(server().url, `DELETE /document?id=${other!.id}`, {}, admin)).status).toBe(200)
      await restart()
      expect((await page(`/document/${other!.uuid}`)).status).toBe(410)
      expect((await page(`/document/${sample()}`)).status).toBe(200)
      expect(await counts()).toMatchObject({ disk: 1, miss: 1 })
    })

    test("shows manual changes that were made meanwhile and written into the log", async () => {
      const path = `/document/${sample()}`
      await keptOver([path])
      await query(
        data().path,
        "with saved as (update document set title = '停着时改的标题' where uuid = $1::text) insert into change_log (what, target) values ('document', $1::text)",
        [sample()],
      )
      await restart()
      expect((await page(path)).body.toString("utf8")).toContain("停着时改的标题")
    })
  })
}
