import { copyFile, lstat, mkdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { ConversionError, type Turn } from "../converter.port"
import type { OfficeCommand } from "../office/office-command"
import { ProcessGroup } from "../office/process-group"
import { firstExisting, probe, type Program } from "../program-detection"
import { sandboxed } from "../sandbox/bubblewrap"
import { giveToNobody } from "../sandbox/nobody-files"
import { asNobody, type SandboxTools } from "../sandbox/sandbox-detection"
import { stopSignal } from "../stop-signal"

const FOLDERS = ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"]
const INSIDE = "/job"
const TIMEOUT_MS = 60_000
const MEMORY_LIMIT_MB = 1500
const MAX_OUTPUT_BYTES = 200 * 1024 * 1024
const QUALITY = "92"

/** Finds heif-convert (Debian: libheif-examples), which decodes the pictures of iPhones. `path` is a folder; by default the usual ones. */
export async function findHeifConvert(path: string | undefined): Promise<Program | null> {
  const command = await firstExisting((path === undefined ? FOLDERS : [path]).map((folder) => join(folder, "heif-convert")))
  const help = command === null ? null : await probe(command, ["--help"])
  return command === null || help === null ? null : { command, version: /libheif version: ([\d.]+)/.exec(help)?.[1] ?? "" }
}

const limited = ({ prlimit }: SandboxTools): string[] =>
  prlimit
    ? [
        prlimit.command,
        `--as=${MEMORY_LIMIT_MB * 1_000_000}`,
        `--cpu=${TIMEOUT_MS / 1000}`,
        `--fsize=${MAX_OUTPUT_BYTES}`,
        "--nofile=64",
        "--core=0",
      ]
    : []

/** Builds the command line of heif-convert: no network, access only to its folder, limited memory and time. */
export function heifCommand({ command }: Program, tools: SandboxTools, folder: string): OfficeCommand {
  const { bubblewrap, setpriv } = tools
  const inner = bubblewrap ? INSIDE : folder
  const program = [command, "-q", QUALITY, `${inner}/input.heic`, `${inner}/picture.jpg`]
  const sandbox = bubblewrap
    ? sandboxed(bubblewrap, {
        readable: ["/usr", "/opt", "/etc/ld.so.cache", "/nix/store", dirname(command)],
        temporary: "/tmp",
        folders: [{ outside: folder, inside: INSIDE, writable: true }],
        start: INSIDE,
      })
    : setpriv
      ? asNobody(setpriv)
      : []
  const [first = command, ...args] = [...sandbox, ...limited(tools), ...program]
  return { command: first, args, env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", HOME: inner } }
}

type HeifInput = {
  program: Program | null
  tools: SandboxTools
  file: string
  workDir: string
  timeoutMs: number
  stop: AbortSignal
  turn: Turn
  /** Running processes, so that the converter's `close` can end them. */
  running: Set<ProcessGroup>
}

/** Returns the written picture; a file of several pictures numbers them. A link does not count: it would lead out of the sandbox. */
async function writtenPicture(folder: string): Promise<string | null> {
  for (const name of ["picture.jpg", "picture-1.jpg"]) {
    const stats = await lstat(join(folder, name)).catch(() => null)
    if (stats?.isFile() && stats.size > 0) return join(folder, name)
  }
  return null
}

/** Decodes a HEIC picture to a JPEG. Returns its path. Throws ConversionError (need_heif, corrupt) or the stop signal's reason. */
export async function decodeHeif(input: HeifInput): Promise<string> {
  const { program, tools, file, workDir, timeoutMs, stop, turn, running } = input
  if (program === null) throw new ConversionError("need_heif")
  const folder = join(workDir, "heif")
  await mkdir(folder)
  await copyFile(file, join(folder, "input.heic"))
  if (!tools.bubblewrap && tools.setpriv) await giveToNobody(folder)
  const deadline = stopSignal(Math.min(timeoutMs, TIMEOUT_MS), [stop], turn)
  const group = new ProcessGroup()
  await turn.next()
  running.add(group)
  try {
    const ended = group.run(heifCommand(program, tools, folder), folder, deadline.signal)
    const unbind = turn.bind(group)
    const { code, output } = await ended.finally(unbind)
    const picture = code === 0 ? await writtenPicture(folder) : null
    if (picture === null) throw new ConversionError("corrupt", { cause: new Error(`heif-convert wrote nothing (code ${code}): ${output}`) })
    return picture
  } finally {
    deadline.release()
    running.delete(group)
  }
}
