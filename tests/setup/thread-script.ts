import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { build } from "esbuild"
import { inProject } from "../../scripts/lib/project.mjs"
import { closeAtTheEnd } from "./opened"

/** Bundles the program of a thread and returns the script's path. The script is removed when the file's tests end. */
export const threadScript = async (entry: string): Promise<string> => {
  const cache = inProject("node_modules/.cache")
  await mkdir(cache, { recursive: true })
  // inside node_modules, so that the bundle resolves its packages
  const folder = await mkdtemp(join(cache, "thread-script-"))
  closeAtTheEnd(() => rm(folder, { recursive: true, force: true }))
  const outfile = join(folder, "thread.worker.mjs")
  await build({ entryPoints: [inProject(entry)], outfile, bundle: true, platform: "node", format: "esm", packages: "external" })
  return outfile
}
