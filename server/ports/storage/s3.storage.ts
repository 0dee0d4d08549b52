import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3"
import { randomUUID } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { mkdir, rm, stat } from "node:fs/promises"
import { basename, join } from "node:path"
import type { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { guardedAgents } from "../web/guarded-agents"
import { safeKey, type StoragePort } from "./storage.port"

/**
 * A bucket of an S3-compatible service. All keys start with `prefix` ("" for none); `pathStyle` puts the bucket name into the path and not
 * the host.
 */
export type Bucket = {
  endpoint?: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
  /**
   * Of an endpoint from settings: the private addresses that it may have. Undefined: the environment names the endpoint, which is not checked
   * (docs/decisions/152).
   */
  allowed?: readonly string[]
}

/** "NotFound" answers a HEAD request, which has no body. A missing bucket is an error, not a missing file. */
const isMissing = (error: unknown): boolean => ["NoSuchKey", "NotFound"].includes((error as { name?: string }).name ?? "")
const unlessMissing = (error: unknown): null => {
  if (isMissing(error)) return null
  throw error
}

/** Maximum number of concurrent deletions. */
const parallelDeletions = 16

/** How long connecting may take, and how long the service may send and take nothing (ms). */
export type BucketTimeouts = { connectMs: number; silenceMs: number }
const defaultTimeouts: BucketTimeouts = { connectMs: 3_000, silenceMs: 8_000 }

/** As many connections as the client's own agents have. */
const agentOptions = { keepAlive: true, maxSockets: 50 }

const clientOf = ({ endpoint, region, accessKeyId, secretAccessKey, pathStyle, allowed }: Bucket, limits = defaultTimeouts) =>
  new S3Client({
    ...(endpoint && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    // Many S3-compatible services reject the checksums that Amazon supports.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 2,
    // `socketTimeout` counts while nothing is sent or received, so a large file may take its time.
    requestHandler: {
      connectionTimeout: limits.connectMs,
      socketTimeout: limits.silenceMs,
      requestTimeout: 0,
      ...(allowed && guardedAgents(allowed, agentOptions)),
    },
  })

/**
 * Stores files in a bucket. An object exists as a whole or not at all, and the service answers once it is safe, so `durable` needs no extra
 * work. `folder` holds copies for programs on this machine.
 */
export const s3Storage = (bucket: Bucket, folder: string, limits = defaultTimeouts): StoragePort => {
  const client = clientOf(bucket, limits)
  const { bucket: Bucket, prefix } = bucket
  const at = (key: string) => ({ Bucket, Key: prefix + safeKey(key) })
  const open = async (key: string, range?: { start: number; end: number }) => {
    const Range = range && `bytes=${range.start}-${range.end}`
    const object = await client.send(new GetObjectCommand({ ...at(key), Range })).catch(unlessMissing)
    if (!object) return null
    const whole = /\/(\d+)$/.exec(object.ContentRange ?? "")?.[1]
    return { size: whole ? Number(whole) : (object.ContentLength ?? 0), stream: object.Body as Readable }
  }
  const list = async function* (folder: string): AsyncGenerator<string> {
    let next: string | undefined
    do {
      const input = { Bucket, Prefix: `${prefix}${safeKey(folder)}/`, ContinuationToken: next }
      const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(input))
      for (const { Key = "" } of Contents) yield Key.slice(prefix.length)
      next = NextContinuationToken
    } while (next)
  }
  const remove = async (key: string) => void (await client.send(new DeleteObjectCommand(at(key))).catch(unlessMissing))
  return {
    isShared: true,
    take: async (key, path) => {
      const { size } = await stat(path)
      await client.send(new PutObjectCommand({ ...at(key), Body: createReadStream(path), ContentLength: size }))
      await rm(path, { force: true })
    },
    put: async (key, content) => void (await client.send(new PutObjectCommand({ ...at(key), Body: content }))),
    open,
    read: async (key) => {
      const file = await open(key)
      return file && buffer(file.stream)
    },
    size: async (key) => {
      const head = await client.send(new HeadObjectCommand(at(key))).catch(unlessMissing)
      return head ? (head.ContentLength ?? 0) : null
    },
    remove,
    removeAll: async (key) => {
      await remove(key)
      let part: Promise<void>[] = []
      for await (const one of list(key)) {
        if (part.push(remove(one)) < parallelDeletions) continue
        await Promise.all(part)
        part = []
      }
      await Promise.all(part)
    },
    list,
    onDisk: async (key) => {
      const file = await open(key)
      if (!file) return null
      const directory = join(folder, randomUUID())
      const done = () => rm(directory, { recursive: true, force: true })
      // Programs detect the type of a file by its name.
      const path = join(directory, basename(key))
      await mkdir(directory, { recursive: true })
      await pipeline(file.stream, createWriteStream(path)).catch((error: unknown) => done().then(() => Promise.reject(error)))
      return { path, done }
    },
  }
}

/** Returns the service's error if the bucket is unusable; null if it works. */
export const examineBucket = async (bucket: Bucket): Promise<string | null> => {
  const client = clientOf(bucket)
  const refused = await client.send(new HeadBucketCommand({ Bucket: bucket.bucket })).then(
    () => null,
    (error: Error) => error.message || error.name,
  )
  client.destroy()
  return refused
}
