import { spawn } from "node:child_process"
import { root } from "./project.mjs"

/** @typedef {{ quiet?: boolean, env?: Record<string, string>, input?: "ignore" | "inherit" }} RunOptions */
/** @typedef {{ code: number, output: string }} Ran */

/**
 * Runs a program in the project folder. With `quiet` its output is returned but not printed. Resolves with the exit code and the output;
 * rejects only if the program cannot be started.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ran>}
 */
export function run(program, args, { quiet = false, env = {}, input = "ignore" } = {}) {
  return new Promise((done, fail) => {
    /** @type {import("node:child_process").StdioOptions} */
    const stdio = quiet ? [input, "pipe", "pipe"] : [input, "inherit", "inherit"]
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio })
    let output = ""
    /** @param {string} chunk */
    const keep = (chunk) => (output = (output + chunk).slice(-20_000))
    child.stdout?.setEncoding("utf8").on("data", keep)
    child.stderr?.setEncoding("utf8").on("data", keep)
    child.on("error", fail)
    child.on("close", (code, signal) => done({ code: code ?? (signal ? 128 : 1), output }))
  })
}

/** Runs a script with the Node binary of this process. @param {readonly string[]} args @param {RunOptions} [options] */
export const runNode = (args, options) => run(process.execPath, args, options)
