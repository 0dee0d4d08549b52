import { existsSync } from "node:fs"
import { loadEnvFile } from "node:process"
import { pathToFileURL } from "node:url"
import { serverBundle } from "./bundle.mjs"
import { endWithNpm } from "./end-with-npm.mjs"
import { fail } from "./failure.mjs"
import { inProject } from "./project.mjs"

/**
 * Runs a command of a server program, even while the server is running. Builds the program first if it does not exist.
 * @param {string[]} args @param {string} program its file in dist/server
 */
export async function runCommand(args, program = "cli") {
  try {
    if (existsSync(inProject(".env"))) loadEnvFile(inProject(".env"))
    const bundle = inProject(`dist/server/${program}.mjs`)
    if (!existsSync(bundle)) {
      const { build } = await import("esbuild")
      await build(serverBundle())
    }
    if (process.env.npm_lifecycle_event) endWithNpm()
    process.argv = [process.execPath, bundle, ...args]
    await import(pathToFileURL(bundle).href)
  } catch (error) {
    fail(error)
  }
}
