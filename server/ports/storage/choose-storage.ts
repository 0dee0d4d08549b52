import { join } from "node:path"
import { diskStorage } from "./disk.storage"
import type { Bucket } from "./s3.storage"
import type { StoragePort } from "./storage.port"

/** The storage variables of the environment (docs/configuration.md). */
type BucketVariables = {
  S3_BUCKET?: string
  S3_ENDPOINT?: string
  S3_REGION: string
  S3_PREFIX: string
  S3_ACCESS_KEY?: string
  S3_SECRET_KEY?: string
  S3_PATH_STYLE: boolean
}

/** Returns the configured bucket; null if files are stored in the data folder. */
export const bucketOf = (env: BucketVariables): Bucket | null =>
  env.S3_BUCKET
    ? {
        endpoint: env.S3_ENDPOINT,
        region: env.S3_REGION,
        bucket: env.S3_BUCKET,
        prefix: env.S3_PREFIX && `${env.S3_PREFIX}/`,
        accessKeyId: env.S3_ACCESS_KEY ?? "",
        secretAccessKey: env.S3_SECRET_KEY ?? "",
        pathStyle: env.S3_PATH_STYLE,
      }
    : null

/** Opens the storage of a bucket. The S3 client is loaded only if a bucket is configured. */
export const openBucket = async (bucket: Bucket, dataDir: string): Promise<StoragePort> => {
  const { s3Storage } = await import("./s3.storage")
  return s3Storage(bucket, join(dataDir, "tmp", "fetched"))
}

/** Opens the configured storage. */
export const openStorage = async (env: BucketVariables, dataDir: string): Promise<StoragePort> => {
  const bucket = bucketOf(env)
  return bucket ? openBucket(bucket, dataDir) : diskStorage(dataDir)
}
