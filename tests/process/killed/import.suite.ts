import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { strToU8, zipSync } from "fflate"
import { expect, test } from "vitest"
import { generatedSite } from "../../../scripts/import/generated-site.mjs"
import { startMariaDb } from "../../setup/mariadb"
import { closeAtTheEnd } from "../../setup/opened"
import type { KilledSite } from "./killed-site"

/** Imports beside a running site: from another site, and from a folder. */
export const killedImports = ({ seed, kills, withinMs, data, untilDone, rows }: KilledSite) => {
  const beside = () => ["--data", data().path]
  const countsOf = async (tables: string[]) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (name) => [name, (await rows<{ n: number }>(`select count(*)::int as n from "${name}"`))[0]!.n] as const),
      ),
    )

  test(
    "a killed import of another site loses and duplicates nothing [security: torture]",
    async () => {
      const maria = await startMariaDb()
      const theirs = await maria.connect()
      closeAtTheEnd(async () => theirs.destroy())
      await theirs.query("create database family character set utf8mb4")
      await theirs.changeUser({ database: "family" })
      await theirs.query(gunzipSync(await readFile(join(import.meta.dirname, "../../import/database.sql.gz"))).toString("utf8"))
      for (const statement of generatedSite(200 * kills)) await theirs.query(statement)
      const files = join(import.meta.dirname, "../../import/site")
      const cut = await untilDone(
        "import",
        [...beside(), "--from", maria.address("family"), "--files", files, "--timezone", "+00:00", "--accept-missing"],
        2_500,
      )
      expect(cut).toBeGreaterThan(0)
      const tables = ["user", "document", "attachment", "document_category", "comment", "favorite", "download", "user_group"]
      const expectedCounts: Record<string, number> = {}
      for (const name of tables) {
        const [result] = (await theirs.query(`select count(*) as n from mnt_${name}`)) as unknown as [{ n: number }[]]
        expectedCounts[name] = result[0]!.n
      }
      expect(await countsOf(tables)).toEqual(expectedCounts)
      const [credits] = (await theirs.query("select sum(greatest(credit_count, 0)) as n from mnt_user")) as unknown as [{ n: string }[]]
      expect(await rows(`select sum(credit_count)::int as n from "user"`)).toEqual([{ n: Number(credits[0]!.n) }])
      expect(await rows("select sum(amount)::int as n from ledger_entry")).toEqual([{ n: 0 }])
    },
    withinMs,
  )

  test(
    "a killed import of a folder loses and duplicates nothing [security: torture]",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "import-kills-"))
      closeAtTheEnd(() => rm(folder, { recursive: true, force: true }))
      await mkdir(join(folder, "下面"))
      const names = Array.from({ length: 8 * kills }, (_, n) => `${n % 2 ? "下面/" : ""}第 ${n} 份.txt`)
      for (const name of names) await writeFile(join(folder, name), `${name} 的内容 ${seed}\n`.repeat(20))
      const packed = Object.fromEntries(
        Array.from({ length: 8 }, (_, n) => [`包里 ${n}.txt`, strToU8(`包里第 ${n} 份 ${seed}\n`.repeat(20))]),
      )
      await writeFile(join(folder, "包.zip"), zipSync(packed))
      const total = names.length + 8
      const [before] = await rows<{ n: number }>("select count(*)::int as n from document")
      const cut = await untilDone("import", [...beside(), "--folder", folder, "--category", "导入/新的", "--create-categories"], 1_500)
      expect(cut).toBeGreaterThan(0)
      expect(
        await rows(
          "select count(*)::int as n, count(distinct d.sha256)::int as contents from import_file i join document d on d.id = i.document_id",
        ),
      ).toEqual([{ n: total, contents: total }])
      expect(await rows("select count(*)::int as n from document")).toEqual([{ n: before!.n + total }])
      expect(await rows("select doc_count from category where title in ('导入', '新的') order by title")).toEqual([
        { doc_count: total },
        { doc_count: total },
      ])
      expect(await rows('select doc_count >= $1 as ok from "user" where id = 1'.replace("$1", String(total)))).toEqual([{ ok: true }])
    },
    withinMs,
  )
}
