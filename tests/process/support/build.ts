import { mkdtemp, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { copyFolder } from "../../../scripts/lib/test-data.mjs"

const project = join(import.meta.dirname, "..", "..", "..")

/** `remove` is called when the test file ends. */
export type Build = { root: string; main: string; remove: () => Promise<void> }

/** Read by the running server from the project's folder. */
const linked = ["package.json", "CHANGELOG.md", "next.config.ts", "public", "server", "lib", "tsconfig.json"]

/**
 * Copies the build of the test run (`one-build.setup.ts`) for one file, so that its processes can be told apart, and a build started
 * meanwhile does not break a running test. The folder is inside node_modules, so that packages resolve as in the project.
 */
export const takeBuild = async (): Promise<Build> => {
  const root = await mkdtemp(join(project, "node_modules", ".cache", "process-tests-"))
  await copyFolder(inject("build"), root, true)
  for (const name of linked) await symlink(join(project, name), join(root, name))
  return { root, main: join(root, "dist", "server", "main.mjs"), remove: () => rm(root, { recursive: true, force: true }) }
}
