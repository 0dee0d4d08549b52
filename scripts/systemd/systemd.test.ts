import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { requireDatabaseOnWindows, warnRoot } from "../lib/start.mjs"
import { readOptions } from "./systemd.mjs"
import { stateFolder, unitOf } from "./unit.mjs"

/* The systemd unit. It is checked by systemd-analyze and not started: that needs a machine that systemd has booted. */

const folder = mkdtempSync(join(tmpdir(), "doujia-unit-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options = { command: `"${process.execPath}" start`, user: "doujia", data: stateFolder, host: "127.0.0.1", port: "8880" }
const analyze = (text: string, ...args: string[]) => {
  const file = join(folder, "doujia.service")
  writeFileSync(file, text)
  const { status, stdout, stderr } = spawnSync("systemd-analyze", [...args, file], { encoding: "utf8" })
  return { status, output: stdout + stderr }
}

describe.runIf(process.platform === "linux")("the unit", () => {
  test("is understood by systemd, with the default and with another data folder", () => {
    for (const data of [stateFolder, "/srv/doujia"])
      expect(analyze(unitOf({ ...options, data }), "verify")).toEqual({ status: 0, output: "" })
    expect(analyze(unitOf(options).replace("NoNewPrivileges", "NoNewPrivilege"), "verify").output).toContain("NoNewPrivilege")
  })

  test("has an exposure of at most 4.0", () => {
    const { output } = analyze(unitOf(options), "security", "--offline=true")
    expect(Number(/Overall exposure level[^:]*: (\d+\.\d)/.exec(output)?.[1])).toBeLessThanOrEqual(4)
  })

  test("sets nothing that stops the sandbox of the converters or V8", () => {
    const text = unitOf(options)
    for (const name of ["RestrictNamespaces", "ProtectKernelTunables", "ProtectKernelLogs", "ProtectHostname", "ProtectProc", "ProcSubset"])
      expect(text).not.toContain(name)
    expect(text).not.toContain("MemoryDenyWriteExecute")
    expect(text).toMatch(/^SystemCallFilter=.*@mount/m)
  })

  test("gives the site longer to stop than it takes, and its own folder", () => {
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unitOf(options))?.[1])).toBeGreaterThanOrEqual(30)
    expect(unitOf(options)).toContain("StateDirectory=doujia\n")
    expect(unitOf({ ...options, data: "/srv/a" })).toContain("ReadWritePaths=/srv/a\n")
  })
})

test("options that would change the unit's meaning are refused", () => {
  expect(readOptions(["install"])).toEqual({ task: "install", user: "doujia", data: stateFolder, host: "127.0.0.1", port: "8880" })
  const wrong = [
    [],
    ["start"],
    ["install", "now"],
    ["install", "--user", "root\nUser=root"],
    ["install", "--data", "data"],
    ["install", "--data", "/srv/a\nUser=root"],
    ["install", "--host", "a b"],
    ["install", "--port", "0"],
    ["install", "--unknown"],
  ]
  for (const args of wrong) expect(() => readOptions(args), args.join(" ")).toThrow("npm run service -- --help")
})

test("Windows is asked for a database at once, and nothing else is", () => {
  expect(() => requireDatabaseOnWindows("win32", {} as NodeJS.ProcessEnv)).toThrow(/DATABASE_URL.*WSL/)
  for (const [platform, env] of [
    ["win32", { DATABASE_URL: "postgres://a" }],
    ["win32", { API_BASE_URL: "http://a" }],
    ["linux", {}],
    ["darwin", {}],
  ] as const)
    expect(() => requireDatabaseOnWindows(platform, env as unknown as NodeJS.ProcessEnv)).not.toThrow()
})

test("running as root prints one line, and nobody else gets it", () => {
  const lines: unknown[] = []
  const { warn } = console
  console.warn = (line: unknown) => void lines.push(line)
  try {
    for (const uid of [0, 1000, undefined]) warnRoot(uid ?? 65_534)
  } finally {
    console.warn = warn
  }
  expect(lines).toEqual([expect.stringContaining("root")])
})
