import { constants } from "node:fs"
import { mkdir, open, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { startDeadline, type Deadline } from "../deadline"
import type { Turn } from "../converter.port"
import type { OfficeCommand } from "../office/office-command"
import { ProcessGroup } from "../office/process-group"
import { sandboxed } from "../sandbox/bubblewrap"
import { giveToNobody } from "../sandbox/nobody-files"
import { asNobody, type SandboxTools } from "../sandbox/sandbox-detection"
import { stopSignal } from "../stop-signal"
import type { PageSize } from "../svg"
import type { ScannedPageReader, Recognized } from "./page-recognition"
import type { Tesseract } from "./tesseract-detection"
import { readTesseractTable } from "./tesseract-table"

const PAGE_TIMEOUT_MS = 30_000
const MEMORY_LIMIT_MB = 1500
const MAX_TABLE_BYTES = 8 * 1024 * 1024
/** Share of the document's time: recognition must not use up the time for rendering. */
const SHARE_OF_TIME = 0.8
const INSIDE = "/job"

type ReaderInput = {
  tesseract: Tesseract
  tools: SandboxTools
  /** The conversion's private folder. */
  workDir: string
  timeoutMs: number
  stop: AbortSignal
  turn: Turn
  running: Set<ProcessGroup>
}

const limited = ({ prlimit }: SandboxTools): string[] =>
  prlimit
    ? [
        prlimit.command,
        `--as=${MEMORY_LIMIT_MB * 1_000_000}`,
        `--cpu=${PAGE_TIMEOUT_MS / 1000}`,
        `--fsize=${MAX_TABLE_BYTES}`,
        "--nofile=64",
        "--core=0",
      ]
    : []

/** Builds the command line of one tesseract process: no network, access only to its folder, limited memory and time. */
export function tesseractCommand({ command, languages }: Tesseract, tools: SandboxTools, folder: string): OfficeCommand {
  const { bubblewrap, setpriv } = tools
  const inner = bubblewrap ? INSIDE : folder
  const program = [command, `${inner}/page.png`, `${inner}/page`, "-l", languages, "tsv"]
  const readable = ["/usr", "/opt", "/etc/ld.so.cache", "/nix/store", dirname(command)]
  const folders = [{ outside: folder, inside: INSIDE, writable: true }]
  const sandbox = bubblewrap
    ? sandboxed(bubblewrap, { readable, temporary: "/tmp", folders, start: INSIDE })
    : setpriv
      ? asNobody(setpriv)
      : []
  const [first = command, ...args] = [...sandbox, ...limited(tools), ...program]
  // One thread, because the machine also serves requests.
  return { command: first, args, env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", HOME: inner, OMP_THREAD_LIMIT: "1" } }
}

class TesseractReader implements ScannedPageReader {
  private late = false
  private readonly deadline: Deadline
  private readonly unbind: () => void

  constructor(private readonly input: ReaderInput) {
    this.deadline = startDeadline(input.timeoutMs * SHARE_OF_TIME, () => (this.late = true))
    this.unbind = input.turn.bind(this.deadline)
  }

  exhausted(): boolean {
    return this.late
  }

  end(): void {
    this.unbind()
    this.deadline.end()
  }

  async read(png: Buffer, size: PageSize): Promise<Recognized | null> {
    const { tesseract, tools, workDir, stop, running, turn } = this.input
    const folder = join(workDir, "ocr")
    const deadline = stopSignal(PAGE_TIMEOUT_MS, [stop], turn)
    const group = new ProcessGroup()
    running.add(group)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, "page.png"), png)
      if (!tools.bubblewrap && tools.setpriv) await giveToNobody(folder)
      const ended = group.run(tesseractCommand(tesseract, tools, folder), folder, deadline.signal)
      const unbind = turn.bind(group)
      const { code } = await ended.finally(unbind)
      return code === 0 ? readTesseractTable(await readWritten(join(folder, "page.tsv")), size) : null
    } catch {
      // A page that times out or crashes tesseract remains a picture.
      stop.throwIfAborted()
      return null
    } finally {
      deadline.release()
      running.delete(group)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

/** Reads tesseract's output file, and never follows a link in its place. */
const readWritten = async (path: string): Promise<string> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    return await file.readFile("utf8")
  } finally {
    await file.close()
  }
}

/** Reads scanned pages with tesseract for one conversion. */
export function createTesseractReader(input: ReaderInput): ScannedPageReader {
  return new TesseractReader(input)
}
