// An S3-compatible server in a process of its own, so that a test can stop it with SIGSTOP.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "s3rver"

// A folder that is named survives the process.
const named = process.argv[3]
const directory = named ?? mkdtempSync(join(tmpdir(), "bucket-"))
if (!named) process.on("exit", () => rmSync(directory, { recursive: true, force: true }))
const server = new S3rver({
  port: Number(process.argv[2]),
  address: "127.0.0.1",
  silent: true,
  directory,
  configureBuckets: [{ name: "library", configs: [] }],
})
await server.run()
process.stdout.write("ready\n")
