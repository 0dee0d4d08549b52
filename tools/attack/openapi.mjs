import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { parseArgs } from "node:util"
import { table } from "../bench/table.mjs"
import { Failure, fail, messageOf } from "../../scripts/lib/failure.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { prepareBuild, withOwnSite } from "./attack.mjs"
import { openCountedProxy } from "./counted-proxy.mjs"
import { roles } from "./openapi-roles.mjs"
import { openSite } from "./site.mjs"

/** @typedef {import("./openapi-roles.mjs").Role} Role */
/** @typedef {import("./site.mjs").Person} Person */
/** @typedef {{ chosen: Role[], requests: number, seconds: number, examples: number, seed: string | undefined, build: boolean }} Options */
/** @typedef {{ role: Role, sent: number, differs: boolean, stopped: boolean, faults: string[], operations: string[], reached: Set<string> }} RoleResult */

/**
 * Checks of schemathesis that contradict what the API promises: rules refuse input that fits its schema (400), and an unknown method answers
 * 404 like an unknown path (docs/decisions/021). `openapi_checks.py` replaces the last.
 */
const excludedChecks = ["positive_data_acceptance", "unsupported_method", "negative_data_rejection"]

/**
 * The settings of schemathesis. A request that is too long is refused with 413 or 431, one without the header of its protocol with 412; a
 * visitor is asked to log in (302) before an address is read.
 */
const settings = `[checks.negative_data_rejection]
expected-statuses = [302, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 428, 429, 431, "5xx"]

[checks.missing_required_header]
expected-statuses = [400, 401, 403, 404, 406, 412, 428]
`

/** @param {string[]} args @returns {Options} */
const readOptions = (args) => {
  try {
    const { values } = parseArgs({
      args,
      strict: true,
      options: {
        as: { type: "string" },
        requests: { type: "string", default: "6000" },
        seconds: { type: "string", default: "900" },
        examples: { type: "string", default: "20" },
        seed: { type: "string" },
        "no-build": { type: "boolean", default: false },
      },
    })
    const chosen = values.as?.split(",") ?? Object.keys(roles)
    const unknown = chosen.find((role) => !(role in roles))
    if (unknown !== undefined) throw new Failure(`没有身份 ${unknown}，npm run attack -- --help 会列出所有身份。`)
    const [requests, seconds, examples] = [Number(values.requests), Number(values.seconds), Number(values.examples)]
    if (!(requests >= 1 && seconds >= 1 && examples >= 1)) throw new Failure("--requests、--seconds 和 --examples 应为正整数。")
    return { chosen: /** @type {Role[]} */ (chosen), requests, seconds, examples, seed: values.seed, build: !values["no-build"] }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run attack -- --help 会列出所有选项。`, { cause: error })
  }
}

/** The path of schemathesis: SCHEMATHESIS_PATH, or the first in PATH. */
const findSchemathesis = () => {
  const named = process.env.SCHEMATHESIS_PATH
  const paths = named ? [named] : (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "schemathesis"))
  const program = paths.find((path) => existsSync(path))
  if (!program) throw new Failure("没有找到 schemathesis，请先安装：pip install schemathesis（或用 SCHEMATHESIS_PATH 指明它在哪里）。")
  return program
}

/**
 * Runs schemathesis in a temporary folder and shows what it prints. Resolves with its exit code, and whether its summary lists failures or
 * errors: interrupted at its limit, it still prints one. @param {string} program @param {string[]} args @param {(stop: () => void) => void} started
 */
const runSchemathesis = (program, args, started) =>
  new Promise((/** @type {(ended: { code: number | null, hasFindings: boolean }) => void} */ done, refuse) => {
    const cwd = mkdtempSync(join(tmpdir(), "doujia-schemathesis-"))
    writeFileSync(join(cwd, "schemathesis.toml"), settings)
    const hooks = inProject("tools/attack/openapi_checks.py")
    const env = { PATH: process.env.PATH ?? "", HOME: cwd, LANG: "C.UTF-8", SCHEMATHESIS_HOOKS: hooks, PYTHONDONTWRITEBYTECODE: "1" }
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "inherit"], env })
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (/** @type {string} */ chunk) => {
      output = (output + chunk).slice(-20_000)
      process.stdout.write(chunk)
    })
    started(() => child.kill("SIGINT"))
    child.on("error", refuse)
    child.on("close", (code) => {
      rmSync(cwd, { recursive: true, force: true })
      done({ code, hasFindings: /^(Failures|Errors):$/m.test(output) })
    })
  })

/** Returns all operations of the API document: "GET /api/v1/document/{id}". @param {string} url @returns {Promise<string[]>} */
const operationsOf = async (url) => {
  const reply = await fetch(`${url}/api/v1/openapi.json`)
  /** @type {{ servers?: { url: string }[], paths: Record<string, Record<string, unknown>> }} */
  const { servers, paths } = await reply.json()
  const base = new URL(servers?.[0]?.url ?? "/", url).pathname.replace(/\/$/, "")
  const methods = ["get", "post", "put", "patch", "delete", "head"]
  return Object.entries(paths).flatMap(([path, all]) =>
    Object.keys(all).flatMap((method) => (methods.includes(method) ? [`${method.toUpperCase()} ${base}${path}`] : [])),
  )
}

/** @param {string} program @param {{ url: string, role: Role, person: Person | null, renew: () => Promise<string> }} target @param {Options} options @returns {Promise<RoleResult>} */
const attackAs = async (program, { url, role, person, renew }, { requests, seconds, examples, seed }) => {
  let stopped = false
  let stop = () => {}
  const interrupt = () => {
    stopped = true
    stop()
  }
  const token = person?.token ?? ""
  const operations = await operationsOf(url)
  const proxy = await openCountedProxy({ url, max: requests, onLimit: interrupt, token, renew, operations })
  // the phases share the time; a run that has not ended by then is interrupted
  const timer = setTimeout(interrupt, seconds * 1_000)
  try {
    const args = ["run", `${proxy.url}/api/v1/openapi.json`, "--phases", "examples,coverage,fuzzing,stateful", "--checks", "all"]
    args.push("--exclude-checks", excludedChecks.join(","), "--continue-on-failure", "--max-examples", `${examples}`, "--workers", "2")
    args.push("--request-timeout", "20", "--generation-database", "none", "--suppress-health-check", "all", "--no-color")
    if (token) args.push("--header", `Authorization:Bearer ${token}`)
    if (seed) args.push("--seed", seed)
    const { code, hasFindings } = await runSchemathesis(program, args, (kill) => (stop = kill))
    const differs = hasFindings || (code !== 0 && !stopped)
    return { role, sent: proxy.sent(), differs, stopped, faults: proxy.faults(), operations, reached: proxy.reached() }
  } finally {
    clearTimeout(timer)
    proxy.close()
  }
}

/** `npm run attack -- openapi`: ends with 1 when an answer differs from the API document. @param {string[]} args */
export const attackOpenApi = async (args) => {
  try {
    const options = readOptions(args)
    const program = findSchemathesis()
    if (options.build) await prepareBuild()
    /** @type {RoleResult[]} */
    const results = []
    for (const role of options.chosen) {
      say(`以${roles[role]}的身份，最多 ${options.requests} 个请求…`)
      // each caller gets a site of its own: an administrator may have deleted or closed everything
      const result = await withOwnSite(async (target) => {
        const site = await openSite(target)
        await site.document(site.admin, "接口文档里的例子")
        const people = {
          visitor: async () => null,
          user: () => site.person(),
          staff: () => site.staff([""]),
          administrator: async () => site.admin,
        }
        const person = await people[role]()
        const renew = async () => (person ? (await site.signIn(person.username, person.password)).token : "")
        return attackAs(program, { url: target.url, role, person, renew }, options)
      })
      results.push(result)
    }
    const rows = results.map(({ role, sent, differs, stopped, faults, operations, reached }) => [
      roles[role],
      sent,
      `${reached.size}/${operations.length}`,
      faults.length,
      differs ? "有" : "没有",
      stopped ? "到了上限" : "做完了",
    ])
    console.log(table(["身份", "请求", "接口", "5xx", "与文档不符", ""], rows))
    for (const fault of results.flatMap(({ faults }) => faults)) console.log(`5xx    ${fault}`)
    const missed = (results[0]?.operations ?? []).filter((operation) => results.every(({ reached }) => !reached.has(operation)))
    for (const operation of missed) console.log(`没有请求过    ${operation}`)
    process.exitCode = missed.length > 0 || results.some(({ differs, faults }) => differs || faults.length > 0) ? 1 : 0
  } catch (error) {
    fail(error)
  }
}
