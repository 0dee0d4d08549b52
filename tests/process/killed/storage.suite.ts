import { createHash, randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { closeAtTheEnd } from "../../setup/opened"
import { startS3 } from "../../setup/s3"
import { s3Storage } from "@/server/ports/storage/s3.storage"
import type { KilledSite } from "./killed-site"

/** The migration of a site's files to a bucket. */
export const killedMove = ({ kills, withinMs, data, run, untilDone }: KilledSite) => {
  test(
    "a killed move of the files into a bucket loses and duplicates nothing [security: torture]",
    async () => {
      const { bucket, end } = await startS3()
      closeAtTheEnd(end)
      const files = new Map<string, Buffer>()
      for (let n = 0; n < 40 * kills; n++) {
        const content = randomBytes(n % 10 === 0 ? 3_000_000 : 20_000)
        const hash = createHash("sha256").update(content).digest("hex")
        files.set(`files/${hash.slice(0, 2)}/${hash}.txt`, content)
      }
      for (const [key, content] of files) {
        await mkdir(dirname(join(data().path, key)), { recursive: true })
        await writeFile(join(data().path, key), content)
      }
      const env = {
        DATA_DIR: data().path,
        S3_BUCKET: bucket.bucket,
        S3_ENDPOINT: bucket.endpoint!,
        S3_REGION: bucket.region,
        S3_PREFIX: "site",
        S3_ACCESS_KEY: bucket.accessKeyId,
        S3_SECRET_KEY: bucket.secretAccessKey,
        S3_PATH_STYLE: "true",
      }
      const cut = await untilDone("cli", ["storage", "migrate"], 2_400, env)
      expect(cut).toBeGreaterThan(0)
      const storage = s3Storage(bucket, join(data().path, "tmp", "fetched"))
      for (const [key, content] of files) {
        expect([key, await storage.read(key).then((there) => there?.equals(content))]).toEqual([key, true])
        expect((await readFile(join(data().path, key))).equals(content)).toBe(true)
      }
      const there: string[] = []
      for await (const key of storage.list("files")) there.push(key)
      expect(there.filter((key) => files.has(key)).toSorted()).toEqual([...files.keys()].toSorted())
      // there and back once more: every file is identified by its hash, whatever the running site has added meanwhile
      for (const to of ["s3", "disk"]) {
        const { code, output } = await run("cli", ["storage", "migrate", "--to", to], null, env)
        expect([code, Number(/，(\d+) 个已经在那里/.exec(output)?.[1]) >= files.size]).toEqual([0, true])
      }
    },
    withinMs,
  )
}
