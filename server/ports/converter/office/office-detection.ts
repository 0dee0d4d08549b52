import { execFile } from "node:child_process"
import { access } from "node:fs/promises"
import { ConversionError } from "../converter.port"
import { childEnvironment } from "../child-environment"

const PROBE_MS = 15_000

export type Program = { command: string; version: string }

/** Programs for office conversion on this machine. */
export type OfficeTools = { office: Program | null; bubblewrap: Program | null; prlimit: Program | null }

const officePlaces = [
  "/usr/bin/soffice",
  "/usr/bin/libreoffice",
  "/usr/local/bin/soffice",
  "/usr/lib/libreoffice/program/soffice",
  "/opt/libreoffice/program/soffice",
  "/Applications/LibreOffice.app/Contents/MacOS/soffice",
  "C:\\Program Files\\LibreOffice\\program\\soffice.exe",
]

/** Attempts at a short command that is killed from outside: its answer is cached for the life of the server. */
const MAX_ATTEMPTS = 3

/** Standard output of a short command, or null when it fails. It runs with an almost empty environment. */
export async function probe(command: string, args: readonly string[]): Promise<string | null> {
  for (let asked = 1; ; asked += 1) {
    const { output, external } = await ask(command, args)
    if (!external || asked >= MAX_ATTEMPTS) return output
  }
}

/** `external`: killed from outside, which says nothing about the program. */
function ask(command: string, args: readonly string[]): Promise<{ output: string | null; external: boolean }> {
  const env = childEnvironment({ PATH: "/usr/local/bin:/usr/bin:/bin", HOME: "/dev/null", LANG: "C.UTF-8" })
  return new Promise((resolve) => {
    execFile(command, args, { timeout: PROBE_MS, env, killSignal: "SIGKILL" }, (error, stdout) => {
      const outside = error !== null && !error.killed && (error.signal === "SIGKILL" || error.code === 128 + 9)
      resolve({ output: error ? null : stdout.trim(), external: outside })
    })
  })
}

/** The first of these paths that exists. */
export async function firstExisting(paths: readonly string[]): Promise<string | null> {
  for (const path of paths)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  return null
}

async function findOffice(configured: string | undefined): Promise<Program | null> {
  const command = configured ?? (await firstExisting(officePlaces))
  if (command === null) return null
  const answer = await probe(command, ["--headless", "--version"])
  if (answer === null) return null
  return { command, version: /\d+(\.\d+)+/.exec(answer)?.[0] ?? answer.slice(0, 40) }
}

async function findBubblewrap(): Promise<Program | null> {
  const command = await firstExisting(["/usr/bin/bwrap", "/usr/local/bin/bwrap"])
  if (command === null) return null
  // Installed but unusable in many containers, which forbid user namespaces.
  const usable = await probe(command, ["--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"])
  if (usable === null) return null
  const version = await probe(command, ["--version"])
  return { command, version: version?.replace(/^\D+/, "") ?? "" }
}

async function findPrlimit(): Promise<Program | null> {
  const command = await firstExisting(["/usr/bin/prlimit", "/bin/prlimit"])
  if (command === null) return null
  const version = await probe(command, ["--version"])
  return version === null ? null : { command, version: /\d+(\.\d+)+/.exec(version)?.[0] ?? "" }
}

/** Detects LibreOffice, bubblewrap and prlimit. Takes about a second, so cache the answer. */
export async function detectOfficeTools(configured: string | undefined): Promise<OfficeTools> {
  const [office, bubblewrap, prlimit] = await Promise.all([findOffice(configured), findBubblewrap(), findPrlimit()])
  return { office, bubblewrap, prlimit }
}

/** LibreOffice, or ConversionError need_office. */
export function requireOffice({ office }: OfficeTools): Program {
  if (office === null) throw new ConversionError("need_office")
  return office
}
