import { createHash, randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import type { Db } from "@/server/db/client"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { markForDrawing } from "../../library/document/reconvert.usecases"
import { listDocumentsOfBlobs, type DamagedFile } from "../../library/files/fixity.usecases"
import { objectKey, openParts, type BackupTarget } from "./target.usecases"

/** `openBackups`: the site's backups, opened when the first damaged file needs them; null if there are none. */
type World = { db: Db; storage: StoragePort; dataDir: string; openBackups: () => Promise<BackupTarget | null> }

/** Puts a damaged content back from the backup's objects. Returns false if no intact one is there. */
const restoreOriginal = async ({ storage, dataDir, openBackups }: World, { key, sha256 }: DamagedFile): Promise<boolean> => {
  const target = await openBackups()
  const parts = target && (await openParts(target, objectKey(target, sha256)))
  if (!parts) return false
  const path = join(dataDir, "tmp", "fetched", randomUUID())
  await mkdir(join(dataDir, "tmp", "fetched"), { recursive: true })
  const hash = createHash("sha256")
  try {
    await pipeline(
      parts,
      async function* (source) {
        for await (const part of source as AsyncIterable<Buffer>) {
          hash.update(part)
          yield part
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    )
    if (hash.digest("hex") !== sha256) return false
    await storage.take(key, path, true)
    return true
  } finally {
    await rm(path, { force: true })
  }
}

/** Heals a damaged file: a page by another conversion, a content from the backup. Returns what was done as a sentence, or null. */
export const healFile = async (world: World, damaged: DamagedFile): Promise<string | null> => {
  if (!damaged.page) return (await restoreOriginal(world, damaged)) ? "已经从备份恢复" : null
  const documents = await listDocumentsOfBlobs(world.db, [damaged.sha256])
  if (documents.length === 0) return null
  await markForDrawing(
    { db: world.db },
    documents.map(({ id }) => id),
  )
  return "已经排进转换队列，会重新画这些页面"
}
