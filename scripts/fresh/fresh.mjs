import { mkdtempSync, rmSync } from "node:fs"
import { parseArgs } from "node:util"
import { outputOf } from "../lib/debian.mjs"
import { Failure, messageOf } from "../lib/failure.mjs"
import { root, say } from "../lib/project.mjs"
import { makeMachine } from "./machine.mjs"

/** @param {string[]} args */
function readOptions(args) {
  try {
    return parseArgs({ args, options: { "no-test": { type: "boolean" }, keep: { type: "boolean" } }, strict: true }).values
  } catch (error) {
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run fresh -- --help 会列出所有选项。`, { cause: error })
  }
}

/** Runs `npm run fresh`; exits with 1 if one of the two commands fails on a new machine. @param {string[]} args */
export async function fresh(args) {
  const options = readOptions(args)
  if (process.getuid?.() !== 0) throw new Failure("npm run fresh 要用 root 运行。")
  // Not /tmp: the machine needs several gigabytes, and /tmp is held in memory on some systems.
  const folder = mkdtempSync("/var/tmp/doujia-fresh-")
  const machine = makeMachine(folder, root)
  try {
    if ((await outputOf("git", ["status", "--porcelain"])) !== "") say("有没有提交的改动，新机器上没有它们")
    await machine.copyRepository()
    await machine.build()
    const visit = `node scripts/fresh/visit.mjs${options["no-test"] ? " --no-test" : ""}`
    // the shell stays process 1 and takes in the processes that others leave behind, as a machine's init does
    const { code } = await machine.runInside(`git clone -q /fresh/repository /srv/doujia && cd /srv/doujia && ${visit}; exit $?`)
    process.exitCode = code
  } finally {
    if (options.keep) say(`新机器留在 ${folder}`)
    else await remove(folder, machine.storage)
  }
}

/** @param {string} folder @param {string[]} storage */
async function remove(folder, storage) {
  // Unmounts what the container left mounted.
  await outputOf("podman", [...storage, "rmi", "--all", "--force"]).catch((error) => console.error(messageOf(error)))
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
