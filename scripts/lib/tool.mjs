import { fail } from "./failure.mjs"
import { oneAtATime } from "./one-at-a-time.mjs"
import { installPackages, packagesReady } from "./packages.mjs"
import { requireToolPrograms } from "./programs.mjs"
import { say } from "./project.mjs"

/**
 * `usage` is loaded from a file that imports nothing, so that `--help` works in every installation.
 * @typedef {object} Tool
 * @property {() => Promise<{ usage: string }>} usage
 * @property {(args: string[]) => unknown} run loads and runs the tool
 * @property {boolean} [development] the tool imports packages that `npm start` does not install
 */

/**
 * Starts the npm script `name`: prints its usage, or ensures that its packages and programs are installed and runs it. @param {string} name
 * @param {Tool} tool
 */
export async function runTool(name, { usage, run, development = false }) {
  const args = process.argv.slice(2)
  try {
    if (args.includes("--help")) return console.log((await usage()).usage)
    if (development && !packagesReady(true)) await installDevelopment(name)
    await requireToolPrograms(name, args)
    await run(args)
  } catch (error) {
    fail(error)
  }
}

/** @param {string} name */
async function installDevelopment(name) {
  say(`npm run ${name} 要用到开发依赖，先安装它们`)
  await oneAtATime(async () => packagesReady(true) || (await installPackages(true)))
}
