import { join } from "node:path"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { build } from "esbuild"
import { closeAtTheEnd } from "./opened"

/** Bundles the program of the sanitizer threads for a test file; it is removed when its tests end. */
export const bundleHtmlWorker = async (): Promise<string> => {
  const root = join(import.meta.dirname, "../..")
  // inside node_modules, so that the bundle resolves its packages
  const cache = join(root, "node_modules/.cache")
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, "html-worker-"))
  closeAtTheEnd(() => rm(folder, { recursive: true, force: true }))
  const script = join(folder, "html.worker.mjs")
  const entryPoints = [join(root, "server/ports/sanitizer/html.worker.ts")]
  await build({ entryPoints, outfile: script, bundle: true, platform: "node", format: "esm", packages: "external" })
  return script
}
