import { execFile } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { bans, productFiles, type Ban, type BanName } from "./bans"
import { lintConfig, type LintConfig } from "./lint-config"
import { covers } from "./scopes"
import { isTest, sources } from "./source"

const root = resolve(import.meta.dirname, "../..")

export type LintFinding = { path: string; line: number; rule: string; text: string }
type Diagnostic = { filename: string; code: string; message: string; help?: string; labels: { span: { line: number } }[] }

/** Lints files as if they stood in the project, with its .oxlintrc.json and these generated rules. */
export const lintFiles = async (files: readonly { path: string; text: string }[], config: LintConfig): Promise<LintFinding[]> => {
  const folder = mkdtempSync(join(tmpdir(), "doujia-lint-"))
  try {
    copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"))
    writeFileSync(join(folder, "oxlint.gen.json"), JSON.stringify(config))
    for (const one of new Set(files.map(({ path }) => dirname(path)))) mkdirSync(join(folder, one), { recursive: true })
    for (const { path, text } of files) writeFileSync(join(folder, path), text)
    const output = await new Promise<string>((done, fail) =>
      execFile(
        process.execPath,
        [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", "--allow=correctness", "--allow=import/no-duplicates"],
        { cwd: folder, maxBuffer: 512 * 1024 * 1024 },
        // 1: something was found
        (error, stdout, stderr) => (error && error.code !== 1 ? fail(new Error(stderr || stdout)) : done(stdout)),
      ),
    )
    const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] }
    return diagnostics.map(({ filename, code, message, help = "", labels }) => ({
      path: filename,
      line: labels[0]?.span.line ?? 0,
      rule: code,
      text: `${message} ${help}`,
    }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks whether a finding is one of a ban: its message, or its rule if that has none of its own. */
const isOf = (ban: Ban, { rule, text }: LintFinding): boolean =>
  text.includes(ban.instead) || ban.subjects.some((subject) => "rule" in subject && rule === subject.rule.replace("/", "(").concat(")"))

export const productSources = sources.filter(
  ({ path }) => !isTest(path) && !path.endsWith(".d.ts") && (productFiles.some((one) => covers(one, path)) || path.startsWith("scripts/")),
)
/** Folder and role of a file: "server/modules/money/order *.rules.ts". */
const kindOf = (path: string) => `${dirname(path)} ${basename(path).replace(/^[^.]*/, "")}`
/** A TypeScript file of each folder and role, and all that the rules name. */
export const exampleFiles = (): string[] => {
  const named = new Set(lintConfig().overrides.flatMap(({ files }) => files))
  const kinds = new Set<string>()
  return productSources.flatMap(({ path }) => {
    const isNew = !kinds.has(kindOf(path))
    kinds.add(kindOf(path))
    return /\.tsx?$/.test(path) && (isNew || named.has(path)) ? [path] : []
  })
}

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

const examples = Object.entries<Ban>(bans).flatMap(([name, ban]) => ban.examples.map((code) => ({ name, ban, code })))

/** The examples of all bans, put into files of every folder and role: which of them lint missed, and which it rejected by mistake. */
const examplesRun = once(async () => {
  const text = examples.map(({ code }, at) => code.replaceAll("$", String(at))).join("\n")
  const paths = exampleFiles()
  const findings = await lintFiles(
    paths.map((path) => ({ path, text })),
    lintConfig(),
  )
  const rejected = new Set(
    findings.flatMap((finding) => {
      const example = examples[finding.line - 1]
      return example && isOf(example.ban, finding) ? [`${finding.path}:${finding.line}`] : []
    }),
  )
  return paths.flatMap((path) =>
    examples.map(({ name, ban, code }, at) => ({
      name,
      path,
      code,
      forbidden: ban.files.some((one) => covers(one, path)) && !Object.keys(ban.except ?? {}).some((one) => covers(one, path)),
      rejected: rejected.has(`${path}:${at + 1}`),
    })),
  )
})

/** Lints the real files as if no ban had an exception. */
const strictRun = once(() => lintFiles(productSources, lintConfig({ exceptions: false })))

/** Returns what is wrong with a ban: files where lint misses it or reports it by mistake, uses of it, and exceptions that nothing needs. */
export const faultsOfBan = async (name: BanName): Promise<string[]> => {
  const ban: Ban = bans[name]
  const wrong = (await examplesRun()).filter((one) => one.name === name && one.forbidden !== one.rejected)
  const uses = (await strictRun()).filter((finding) => isOf(ban, finding)).map(({ path, line }) => ({ path, at: `${path}:${line}` }))
  const exceptions = Object.keys(ban.except ?? {})
  return [
    ...wrong.map(({ path, code, rejected }) => `${path}: lint ${rejected ? "rejects" : "accepts"} ${code}`),
    ...uses.filter(({ path }) => !exceptions.some((one) => covers(one, path))).map(({ at }) => `${at}: ${ban.instead}`),
    ...exceptions.filter((one) => !uses.some(({ path }) => covers(one, path))).map((one) => `${one}: the exception is not needed`),
  ]
}
