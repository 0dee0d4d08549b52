import { mkdtemp, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { copyFolder } from "../../../scripts/lib/test-data.mjs"

const project = join(import.meta.dirname, "..", "..", "..")

/** What is removed when the test file ends. */
export type Build = { root: string; main: string; remove: () => Promise<void> }

/** Read by the running server from the project's folder. */
const linked = ["package.json", "CHANGELOG.md", "next.config.ts", "public", "server", "lib", "tsconfig.json"]

/**
 * A copy of the run's build (`one-build.setup.ts`), the file's own so that its processes are told from others': a build that somebody
 * starts meanwhile pulls nothing away from under a running test. The folder lies inside node_modules, so that packages are found
 * from it as from the project.
 */
export const takeBuild = async (): Promise<Build> => {
  const root = await mkdtemp(join(project, "node_modules", ".cache", "process-tests-"))
  await copyFolder(inject("build"), root, true)
  for (const name of linked) await symlink(join(project, name), join(root, name))
  return { root, main: join(root, "dist", "server", "main.mjs"), remove: () => rm(root, { recursive: true, force: true }) }
}
