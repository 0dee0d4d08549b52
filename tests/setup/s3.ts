import { mkdtemp, rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "s3rver"
import type { Bucket } from "../../server/ports/storage/s3.storage"

/** Starts an S3-compatible server on its own port, with one bucket; `end` stops it and deletes its data. */
export const startS3 = async (): Promise<{ bucket: Bucket; end: () => Promise<void> }> => {
  const directory = await mkdtemp(join(tmpdir(), "s3-"))
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "library", configs: [] }],
  })
  // two deletions at once both remove the emptied folder, and the second fails; the objects are deleted anyway
  const deleteObject = server.store.deleteObject.bind(server.store)
  server.store.deleteObject = (bucket, key) =>
    deleteObject(bucket, key).catch((error: NodeJS.ErrnoException) => {
      if (!["ENOENT", "ENOTEMPTY"].includes(error.code ?? "")) throw error
    })
  const { port } = (await server.run()) as AddressInfo
  return {
    bucket: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket: "library",
      prefix: "site/",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      pathStyle: true,
    },
    end: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
