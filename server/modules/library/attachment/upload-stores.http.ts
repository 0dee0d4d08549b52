import { rm } from "node:fs/promises"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { FileStore } from "@tus/file-store"
import { DataStore, ERRORS, Upload } from "@tus/server"
import type { Services } from "@/server/context"
import { tusRefusal } from "./tus-refusal.rules"
import { measureFile, type ReceivedFile } from "./incoming-file.usecases"
import { declareLength, dropUnfinished, findUnfinished } from "./unfinished-upload.repository"
import { isUploadId } from "./upload-lock.usecases"
import { addParts, collectParts, receivedBytes, removeParts } from "./upload-parts.usecases"

/** Where resumable uploads are until they are complete. */
export type ResumableStore = DataStore & {
  /** Returns the whole upload as a file on this machine's disk. */
  collect(id: string, megabytes: number): Promise<ReceivedFile>
  /** Removes the bytes, but not the row. */
  discard(id: string): Promise<void>
  /** A failed attempt to finish an upload can be repeated, because `collect` returns a copy. */
  readonly isRepeatable: boolean
}

export const keepUnfinishedMs = 24 * 3_600_000

/** Uploads in this machine's data folder, or in a folder that all machines share. */
class FolderStore extends FileStore implements ResumableStore {
  readonly isRepeatable = false
  readonly #app: Services
  constructor(app: Services) {
    super({ directory: join(app.dataDir, "tmp", "tus"), expirationPeriodInMilliseconds: keepUnfinishedMs })
    this.#app = app
  }
  override async remove(id: string) {
    await super.remove(id)
    await dropUnfinished(this.#app.database.db, id)
  }
  override async declareUploadLength(id: string, length: number) {
    await super.declareUploadLength(id, length)
    await declareLength(this.#app.database.db, id, length)
  }
  collect(id: string, megabytes: number) {
    return measureFile(join(this.directory, id), megabytes)
  }
  // The file is moved or removed with its inspection; the store's own `remove` would fail and leave the metadata behind.
  async discard(id: string) {
    await rm(join(this.directory, id), { force: true })
    await Promise.resolve(this.configstore.delete(id)).catch(() => undefined)
  }
}

/** Uploads as parts in the bucket, which any machine continues. Their names and sizes are rows. */
class BucketStore extends DataStore implements ResumableStore {
  readonly isRepeatable = true
  readonly #app: Services
  constructor(app: Services) {
    super()
    this.extensions = ["creation", "creation-with-upload", "creation-defer-length", "termination", "expiration"]
    this.#app = app
  }
  override getExpiration() {
    return keepUnfinishedMs
  }
  override async getUpload(id: string) {
    const row = isUploadId(id) ? await findUnfinished(this.#app.database.db, id) : null
    if (!row || row.attachment_id !== null) throw tusRefusal(ERRORS.FILE_NOT_FOUND)
    return new Upload({
      id,
      ...(row.length !== null && { size: row.length }),
      offset: await receivedBytes(this.#app.storage, id),
      metadata: { filename: row.file_name, md5: row.md5, user_id: String(row.user_id) },
      creation_date: new Date(row.expires_at.getTime() - keepUnfinishedMs).toISOString(),
    })
  }
  override write(source: Readable, id: string, offset: number) {
    return addParts(this.#app, id, source as AsyncIterable<Buffer>, offset)
  }
  override async declareUploadLength(id: string, length: number) {
    await declareLength(this.#app.database.db, id, length)
  }
  override async remove(id: string) {
    await this.discard(id)
    await dropUnfinished(this.#app.database.db, id)
  }
  collect(id: string, megabytes: number) {
    return collectParts(this.#app, id, megabytes)
  }
  discard(id: string) {
    return removeParts(this.#app.storage, id)
  }
}

export const createResumableStore = (app: Services): ResumableStore => (app.storage.isShared ? new BucketStore(app) : new FolderStore(app))
