import { execFile } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { settingScreens } from "../../lib/contract/site/settings.screens"
import { root } from "../../scripts/lib/project.mjs"
import { sources } from "../architecture/source"
import { installForProduction } from "./production-installation"

/* Every command that a README names works after `npm start` alone: its usage text needs no development package. */

const readmes = ["README.md", "README.en.md", "tools/README.md"].filter((name) => existsSync(join(root, name)))
const text = readmes.map((name) => readFileSync(join(root, name), "utf8")).join("\n")
const named = [...text.matchAll(/npm (?:run ([\w-]+)|(start|test))/g)].map(([, script, short]) => String(script ?? short))
const commands = [...new Set(named)].sort()

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string | undefined> }

const { folder, remove } = installForProduction()
afterAll(remove)

type Ended = { code: number; output: string; errors: string }
const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<Ended>((done) => {
    execFile(program, args, { cwd: folder, env: { ...childEnv, ...env } as NodeJS.ProcessEnv, timeout: 60_000 }, (error, output, errors) =>
      done({ code: error ? Number(error.code ?? 1) : 0, output, errors }),
    )
  })
/** Removes the variables of the npm that runs the tests, which name this project's folders. */
const childEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_ENV$|VITEST)/i.test(name)))

test("the READMEs name the commands", () => {
  expect(commands.length).toBeGreaterThan(15)
  expect(commands).toEqual(expect.arrayContaining(["doctor", "fresh", "seed", "start", "test"]))
})

test("the READMEs and the commands name only settings screens that exist, and no path of /admin that is a 404", () => {
  const messages = [
    text,
    ...["scripts/gateway/gateway.mjs", "scripts/lib/usages.mjs"].map((name) => readFileSync(join(root, name), "utf8")),
  ].join("\n")
  const titles = new Set<string>(settingScreens.map(({ title }) => title))
  const screens = [...messages.matchAll(/“([^”\n]{1,12})”/g)].map(([, title]) => title!).filter((title) => title.endsWith("配置"))
  expect(screens.length).toBeGreaterThan(4)
  expect(screens.filter((title) => !titles.has(title))).toEqual([])
  expect([...messages.matchAll(/\/admin(?:\/[\w-]+)*/g)].map(([path]) => path)).toEqual([])
})

describe("in an installation without development packages", () => {
  test("development packages cannot be imported", async () => {
    const { code } = await run(process.execPath, ["-e", "import('vitest').catch(() => process.exit(3))"])
    expect(code).toBe(3)
  })

  // by the shell, as npm does it: npm itself would take most of the time
  test.each(commands)("npm run %s -- --help prints its usage", async (command) => {
    const { code, output, errors } = await run("/bin/sh", ["-c", `${scripts[command]} --help`])
    expect({ code, errors }).toEqual({ code: 0, errors: "" })
    expect(output).toMatch(new RegExp(`^用法：npm (run )?${command}\\b`))
  })
})

const withoutEnding = (path: string) => path.replace(/\.(tsx?|mjs)$/, "")
const sourceByPath = new Map(sources.map((file) => [withoutEnding(file.path), file]))

/** Returns the files that a source file loads when it runs: imports of all kinds, programs that it bundles, and commands of the server. */
const loadsOf = (path: string): string[] => {
  const file = sourceByPath.get(path)
  if (!file) return []
  const bundled = [...file.text.matchAll(/importTypeScript\(\s*"([^"]+)"/g)].map(([, bundle]) => bundle!)
  const [run, program = "cli"] = /\brunCommand\((?:\[[^\]]*\]|\w+)(?:,\s*"(\w+)")?\)/.exec(file.text) ?? []
  const server = run && !path.startsWith("scripts/lib/") ? [`server/programs/${program}`] : []
  return [...file.imports, ...bundled, ...server].map(withoutEnding)
}

describe("commands that install no development packages", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { devDependencies: Record<string, string> }
  const entryOf = (command: string) => withoutEnding(scripts[command]!.replace(/^node /, ""))
  const isProduct = (command: string) => !/\bdevelopment: true\b/.test(sourceByPath.get(entryOf(command))?.text ?? "")
  const packageOf = (specifier: string) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")
  // looks for the browser of a development package, and goes on without
  const optional = new Set(["scripts/lib/programs → playwright"])

  test.each(commands.filter(isProduct))("npm run %s reaches none", (command) => {
    const reached = new Set([entryOf(command)])
    const uses: string[] = []
    for (const path of reached)
      for (const load of loadsOf(path)) {
        if (sourceByPath.has(load)) reached.add(load)
        else if (packageOf(load) in devDependencies) uses.push(`${path} → ${packageOf(load)}`)
      }
    expect(reached.size, "the entry and its imports are read").toBeGreaterThan(2)
    expect(uses.filter((use) => !optional.has(use))).toEqual([])
  })

  test("a command of the server includes the server's program", () => {
    expect(loadsOf("scripts/doctor")).toContain("server/programs/cli")
    expect(loadsOf("scripts/import")).toContain("server/programs/import")
  })
})

test("CI runs all tests by one command and installs nothing itself", () => {
  const lines = readFileSync(join(root, ".ci/run"), "utf8").split("\n")
  const commands = lines.filter((line) => line !== "" && !/^(#|set |cd )/.test(line))
  expect(commands).toEqual(["exec npm test -- --all </dev/null"])
})

describe("missing programs", () => {
  const none = { PATH: "/nowhere", CHROMIUM_PATH: "/nowhere/chromium", SOFFICE_PATH: "" }
  /** The file that the npm script of this name starts. */
  const entryOf = (name: string) => scripts[name]!.replace(/^node /, "")
  const here = (...args: string[]) => run(process.execPath, [join(root, entryOf(args[0]!)), ...args.slice(1)], none)

  test("stop npm test before its first test, with the command that installs them", async () => {
    const { code, output } = await here("test", "--only=unit")
    expect(code).toBe(1)
    const line = output.split("\n").find((one) => one.includes("apt-get install"))
    for (const name of ["libreoffice-math-nogui", "libreoffice-draw-nogui", "mariadb-server", "chromium-headless-shell", "poppler-utils"])
      expect(line).toContain(name)
    expect(output.trim().split("\n").at(-1)).toBe("0 passed, 1 failed")
  })

  test.each([
    ["fidelity", ["files"], "poppler-utils chromium-headless-shell"],
    ["bench", ["reader"], "chromium-headless-shell"],
    ["fresh", [], "mmdebstrap buildah podman runc"],
  ])("stop npm run %s %j with the command that installs them", async (command, args, packages) => {
    const { code, output, errors } = await here(command, ...args)
    expect({ code, output }).toEqual({ code: 1, output: "" })
    expect(errors).toContain("apt-get install")
    expect(errors).toContain(packages)
  })
})
