import { createHash, randomUUID } from "node:crypto"
import { copyFile, mkdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Db } from "@/server/db/client"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { markForDrawing } from "../../library/document/reconvert.usecases"
import { listDocumentsOfBlobs, type DamagedFile } from "../../library/files/fixity.usecases"
import { objectPath } from "./manifest.rules"

type World = { db: Db; storage: StoragePort; dataDir: string; backups: string | undefined }

/** Puts a damaged content back from the backup's objects, which are named by their hash. Returns false if no intact one is there. */
const restoreOriginal = async ({ storage, dataDir, backups }: World, { key, sha256 }: DamagedFile): Promise<boolean> => {
  if (!backups) return false
  const source = join(backups, objectPath(sha256))
  const content = await readFile(source).catch(() => null)
  if (!content || createHash("sha256").update(content).digest("hex") !== sha256) return false
  const path = join(dataDir, "tmp", "fetched", randomUUID())
  await mkdir(join(dataDir, "tmp", "fetched"), { recursive: true })
  try {
    await copyFile(source, path)
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
