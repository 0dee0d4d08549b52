import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { StartError } from "@/server/errors"
import { openBucket } from "@/server/ports/storage/choose-storage"
import { diskStorage } from "@/server/ports/storage/disk.storage"
import type { Bucket } from "@/server/ports/storage/s3.storage"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { isRefusedByAgent } from "@/server/ports/web/outside"
import { objectPath, timeOfBackup } from "./manifest.rules"
import { createKey, openKey, type Cipher } from "./encryption.usecases"

/**
 * The location of backups. `name`: as the operator wrote it. `work`: a folder for unfinished files, on the same disk if the target is a
 * folder. `cipher`: null if the backups are not encrypted.
 */
export type BackupTarget = { name: string; storage: StoragePort; cipher: Cipher | null; work: string }
export type BucketAccess = Omit<Bucket, "bucket" | "prefix">
/**
 * `passphrase` is requested only for an encrypted target, or for a new target with `encrypt`. `dataDir`: of the site; temporary files may
 * be created there. `access`: to buckets.
 */
export type TargetOptions = {
  dataDir: string
  access: BucketAccess
  passphrase: (isNew: boolean) => Promise<string | null>
  encrypt?: boolean
}

const keyFile = "key.age"

/** @throws StartError if a fault of the site destroys the backup too */
export const requireOutside = (to: string, dataDir: string): void => {
  const folder = resolve(to)
  if (to.startsWith("s3://") || (folder !== dataDir && !folder.startsWith(`${dataDir}/`))) return
  throw new StartError("备份不能放在网站的数据目录里：那里丢了，备份也丢了。")
}

/** Reads `s3://bucket/folder`; null if the text is a folder of this machine. @throws StartError */
const bucketOfTarget = (to: string, access: BucketAccess): Bucket | null => {
  if (!to.startsWith("s3://")) return null
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([a-z0-9][a-z0-9_/-]*?))?\/*$/i.exec(to) ?? []
  if (!bucket) throw new StartError(`看不懂 ${to}，应该像 s3://桶/目录。`)
  return { ...access, bucket, prefix: prefix && `${prefix}/` }
}

const openPlace = async (to: string, { dataDir, access }: TargetOptions): Promise<Omit<BackupTarget, "cipher">> => {
  const bucket = bucketOfTarget(to, access)
  if (bucket) {
    const work = join(dataDir, "tmp", "backup")
    return { name: to, storage: await openBucket(bucket, dataDir), work }
  }
  const folder = resolve(to)
  return { name: folder, storage: diskStorage(folder), work: join(folder, "incoming") }
}

const reasonOf = (error: Error): string =>
  isRefusedByAgent(error)
    ? "地址指向本机或内网，没有连接；确实需要时，在 .env 的 OUTGOING_ALLOW 里写上它的 IP 地址"
    : error.message || error.name

const hasArchive = async (storage: StoragePort): Promise<boolean> => {
  for await (const _key of storage.list("archive/bases")) return true
  return false
}

/** Opens a target for reading, or for new backups. @throws StartError if it does not answer, or the passphrase is missing or wrong */
export const openTarget = async (to: string, options: TargetOptions): Promise<BackupTarget> => {
  const target = await openPlace(to, options)
  const sealedKey = await target.storage.read(keyFile).catch((error: Error) => {
    throw new StartError(`打不开备份的目标 ${target.name}：${reasonOf(error)}`, { cause: error })
  })
  if (!sealedKey && !options.encrypt) return { ...target, cipher: null }
  const isNew = !sealedKey
  if (isNew && ((await listBackups({ ...target, cipher: null })).length || (await hasArchive(target.storage))))
    throw new StartError(`${target.name} 里已经有没有加密的备份或归档，加密的请放到另一个目录。`)
  const passphrase = await options.passphrase(isNew)
  if (!passphrase)
    throw new StartError(
      isNew
        ? "没有填写备份的口令，没有备份。请设置环境变量 BACKUP_PASSPHRASE。"
        : `${target.name} 里的备份是加密的，请设置环境变量 BACKUP_PASSPHRASE。`,
    )
  if (sealedKey) return { ...target, cipher: await openKey(sealedKey, passphrase) }
  const created = await createKey(passphrase)
  await target.storage.put(keyFile, created.sealedKey, true)
  return { ...target, cipher: created.cipher }
}

/** Lists the complete backups of a target, the oldest first. The manifest is stored last. */
export const listBackups = async ({ storage }: BackupTarget): Promise<string[]> => {
  const names: string[] = []
  for await (const key of storage.list("backups")) {
    const [, name] = /^backups\/([^/]+)\/manifest\.json$/.exec(key) ?? []
    if (name && timeOfBackup(name)) names.push(name)
  }
  return names.toSorted()
}

/** The key of a content: its hash, or the cipher's name for it. */
export const objectKey = ({ cipher }: BackupTarget, sha256: string): string => objectPath(cipher ? cipher.nameOf(sha256) : sha256)
export const backupKey = (name: string, file: string): string => `backups/${name}/${file}`

/**
 * Stores a content, encrypted if the target is. The key may depend on what was read; null discards it. A key appears only with its whole
 * content.
 */
export const storeParts = async (
  { storage, cipher, work }: BackupTarget,
  parts: AsyncIterable<Uint8Array>,
  keyOf: () => string | null,
): Promise<void> => {
  await mkdir(work, { recursive: true, mode: 0o700 })
  const temporary = join(work, randomUUID())
  try {
    const content = Readable.from(parts, { objectMode: false })
    await pipeline(cipher ? await cipher.seal(content) : content, createWriteStream(temporary, { flush: true, mode: 0o600 }))
    const key = keyOf()
    if (key) await storage.take(key, temporary, !key.startsWith("objects/"))
  } finally {
    await rm(temporary, { force: true })
  }
}

export const storeText = (target: BackupTarget, key: string, text: string): Promise<void> =>
  storeParts(target, Readable.from([Buffer.from(text)]) as AsyncIterable<Buffer>, () => key)

/** Opens a content, decrypted; null if the target does not have it. */
export const openParts = async ({ storage, cipher }: BackupTarget, key: string): Promise<Readable | null> => {
  const stored = await storage.open(key)
  if (!stored) return null
  return cipher ? cipher.open(stored.stream) : stored.stream
}
