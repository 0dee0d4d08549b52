import { randomBytes } from "node:crypto"
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** Returns the key that signs tokens: from the configuration, or else generated for this installation and readable only by its owner. */
export const signingSecret = async (configured: string | undefined, dataDir: string): Promise<Uint8Array> => {
  if (configured) return new TextEncoder().encode(configured)
  const path = join(dataDir, "secret")
  await mkdir(dataDir, { recursive: true })
  await writeFile(path, randomBytes(48).toString("base64url"), { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
  })
  await chmod(path, 0o600)
  return new TextEncoder().encode((await readFile(path, "utf8")).trim())
}
