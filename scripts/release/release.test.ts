import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { inProject } from "../lib/project.mjs"
import { architectureOf, foreignBinaries, postgresFolder } from "./elf.mjs"
import { launcherOf } from "./launcher.mjs"
import { launcherCommands, notesOf, reproducible, withLauncher } from "./texts.mjs"
import { pack } from "./tree.mjs"

/* The contents of a release. `npm run release -- --verify` builds and starts a real one. */

const folder = mkdtempSync(join(tmpdir(), "doujia-release-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const elf = (machine: number) => {
  const header = Buffer.alloc(64)
  header.write("\x7fELF", "latin1")
  header.writeUInt16LE(machine, 18)
  return header
}
const [x64, arm64] = [elf(0x3e), elf(0xb7)]
const write = (path: string, content: Buffer | string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
const treeOf = (name: string, files: Record<string, Buffer | string> = {}) => {
  const tree = join(folder, name)
  const bin = `${postgresFolder("arm64")}/bin`
  const whole = { "node/bin/node": arm64, [`${bin}/postgres`]: arm64, [`${bin}/initdb`]: arm64, "node_modules/a/a.node": arm64, ...files }
  for (const [path, content] of Object.entries(whole)) write(join(tree, path), content)
  return tree
}

test("the processor of a program is read from its header", () => {
  expect(architectureOf(process.execPath)).toBe(process.platform === "linux" ? process.arch : "")
  expect(architectureOf(inProject("package.json"))).toBe("")
})

test("a tree whose programs are all for arm64 passes", () => {
  expect(foreignBinaries(treeOf("good", { "node_modules/a/index.js": "1" }), "arm64")).toEqual([])
})

test("a tree for arm64 fails with a native module, Node, PostgreSQL or a library of another processor", () => {
  const paths = ["node_modules/b/b.node", "node/bin/node", `${postgresFolder("arm64")}/bin/postgres`, "node_modules/c/lib/libc.so.6"]
  for (const [at, path] of paths.entries())
    expect(foreignBinaries(treeOf(`foreign-${at}`, { [path]: x64 }), "arm64")).toEqual([`${path}: x64`])
  expect(foreignBinaries(treeOf("mac", { "node_modules/b/b.node": "Mach-O" }), "arm64")).toEqual(["node_modules/b/b.node: no ELF file"])
})

test("a tree without Node, the database or any native module fails", () => {
  const empty = join(folder, "empty")
  mkdirSync(empty)
  expect(foreignBinaries(empty, "arm64")).toHaveLength(4)
})

test("every production package with a program for x64 has the same version for arm64", () => {
  type Lock = { packages: Record<string, { version: string; dev?: boolean }> }
  const { packages } = JSON.parse(readFileSync(inProject("package-lock.json"), "utf8")) as Lock
  const forX64 = Object.keys(packages).filter((path) => /linux-x64(-gnu)?$/.test(path) && !packages[path]!.dev)
  expect(forX64.length).toBeGreaterThan(4)
  for (const path of forX64)
    expect({ path, version: packages[path.replace("x64", "arm64")]?.version }).toEqual({ path, version: packages[path]!.version })
})

test("messages of a release name the launcher, and leave other npm commands", () => {
  expect(withLauncher("运行 npm run doctor -- files --fix 检查")).toBe("运行 ./doujia doctor files --fix 检查")
  expect(withLauncher("npm start，npm start -- --data 目录")).toBe("./doujia start，./doujia start --data 目录")
  expect(withLauncher("看不懂，npm run ${script} -- --help 会说明用法。")).toBe("看不懂，./doujia ${script} --help 会说明用法。")
  expect(withLauncher("npm run build、npm test、npm run import -- --zip a")).toBe("npm run build、npm test、./doujia import --zip a")
})

test("the launcher's commands are scripts of package.json, and its help lists them", () => {
  const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8")) as { scripts: Record<string, string> }
  const help = execFileSync(process.execPath, [inProject("scripts/doujia.mjs"), "help"], { encoding: "utf8" })
  for (const name of launcherCommands) {
    expect(scripts[name]).toMatch(/^node scripts\/[a-z]+\.mjs$/)
    expect(help).toMatch(new RegExp(`^  ${name} `, "m"))
  }
  expect(new Set([...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name))).toEqual(new Set([...launcherCommands, "version"]))
})

test("the launcher runs a command with the Node beside it, through a link, and refuses another processor", () => {
  const arch = process.arch === "arm64" ? "arm64" : "x64"
  const tree = join(folder, "with space")
  write(join(tree, "node/bin/node"), `#!/bin/sh\n[ "$1" = --version ] || echo "node $@"\n`)
  chmodSync(join(tree, "node/bin/node"), 0o755)
  write(join(tree, "doujia"), launcherOf(arch))
  write(join(tree, "other"), launcherOf(arch === "x64" ? "arm64" : "x64"))
  const link = join(folder, "link")
  execFileSync("ln", ["-s", join(tree, "doujia"), link])
  expect(execFileSync("sh", [link, "doctor", "--fix"], { encoding: "utf8" })).toBe(`node ${tree}/scripts/doujia.mjs doctor --fix\n`)
  expect(() => execFileSync("sh", [join(tree, "other"), "start"], { stdio: "pipe" })).toThrow("只能在 linux-")
})

test("an unknown command is refused in one sentence", () => {
  expect(() => execFileSync(process.execPath, [inProject("scripts/doujia.mjs"), "destroy"], { stdio: "pipe" })).toThrow("没有命令 destroy")
})

test("the notes are the version's section of the change log", () => {
  const log = "# 更新日志\n\n## 0.2.0\n\n- 新\n\n## 0.1.0\n\n- 旧\n"
  expect(notesOf(log, "0.2.0")).toBe("- 新")
  expect(notesOf(log, "0.1.0")).toBe("- 旧")
  expect(() => notesOf(log, "0.3.0")).toThrow("0.3.0")
  const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8")) as { version: string }
  expect(notesOf(readFileSync(inProject("CHANGELOG.md"), "utf8"), version)).toContain("- ")
})

test("two builds of equal sources differ in nothing once Next's random keys and the folder are replaced", () => {
  const built = (path: string, key: string, signature: string) =>
    reproducible(
      `{"appDir":"${path}","encryptionKey":"${key}","title":"encryptionKey"};a='{\\"previewModeId\\":\\"${signature}\\"}'`,
      path,
      "abc",
    )
  const text = built("/home/a", "LbOO2pE7T7O16rChPHfv1ljCL986VJ09zIKk4+AzBCY=", "c998d581fe34905bb2ffd809c2a83386")
  expect(text).toBe(built("/srv/b", "AAAA2pE7T7O16rChPHfv1ljCL986VJ09zIKk4+AzBCY=", "0998d581fe34905bb2ffd809c2a83386"))
  expect(text).toMatch(/"\/doujia","encryptionKey":"[\w+/]{43}=","title":"encryptionKey"/)
  expect(text).toMatch(/previewModeId\\":\\"[0-9a-f]{32}\\"/)
})

test("equal trees are packed to equal bytes, whenever and by whoever they were written", async () => {
  const packed = []
  for (const run of [1, 2]) {
    const tree = join(folder, `run-${run}`, "doujia-1")
    const names = ["b.txt", "a.txt", "c/d.txt"]
    for (const name of run === 1 ? names : names.toReversed()) write(join(tree, name), name)
    chmodSync(join(tree, "a.txt"), run === 1 ? 0o600 : 0o666)
    await pack(tree, `${tree}.tar.zst`, "2026-01-02T03:04:05Z")
    packed.push(readFileSync(`${tree}.tar.zst`))
  }
  expect(packed[0]!.equals(packed[1]!)).toBe(true)
})
