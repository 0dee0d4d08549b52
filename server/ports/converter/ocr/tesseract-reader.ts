import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { OfficeCommand } from "../office/office-command"
import type { OfficeTools } from "../office/office-detection"
import { ProcessGroup } from "../office/process-group"
import { stopSignal } from "../stop-signal"
import type { PageSize } from "../svg"
import type { PageReader, Recognized } from "./page-recognition"
import type { Tesseract } from "./tesseract-detection"
import { readTesseractTable } from "./tesseract-table"

const PAGE_TIMEOUT_MS = 30_000
const MEMORY_LIMIT_MB = 1500
const MAX_TABLE_BYTES = 8 * 1024 * 1024
/** Share of the document's time: recognition must not use up the time for drawing. */
const SHARE_OF_TIME = 0.8
const INSIDE = "/job"

type ReaderInput = {
  tesseract: Tesseract
  tools: OfficeTools
  /** The conversion's private folder. */
  workDir: string
  timeoutMs: number
  stop: AbortSignal
  running: Set<ProcessGroup>
  /** Waits until no other page is being read on this machine. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

/** One tesseract process: no network, its own folder only, limited memory and time. */
export function tesseractCommand({ command, languages }: Tesseract, { bubblewrap, prlimit }: OfficeTools, folder: string): OfficeCommand {
  const inner = bubblewrap ? INSIDE : folder
  const program = [command, `${inner}/page.png`, `${inner}/page`, "-l", languages, "tsv"]
  const limits = prlimit
    ? [
        prlimit.command,
        `--as=${MEMORY_LIMIT_MB * 1_000_000}`,
        `--cpu=${PAGE_TIMEOUT_MS / 1000}`,
        `--fsize=${MAX_TABLE_BYTES}`,
        "--nofile=64",
        "--core=0",
      ]
    : []
  const sandbox = bubblewrap
    ? [
        bubblewrap.command,
        ..."--unshare-all --die-with-parent --new-session --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib".split(" "),
        ..."--symlink usr/lib64 /lib64 --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --ro-bind-try /opt /opt".split(" "),
        ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--ro-bind-try", dirname(command), dirname(command)],
        ...["--bind", folder, INSIDE, "--chdir", INSIDE, "--"],
      ]
    : []
  const [first = command, ...args] = [...sandbox, ...limits, ...program]
  // One thread: the machine also serves requests.
  return { command: first, args, env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", HOME: inner, OMP_THREAD_LIMIT: "1" } }
}

class TesseractReader implements PageReader {
  private readonly deadline: number

  constructor(private readonly input: ReaderInput) {
    this.deadline = Date.now() + input.timeoutMs * SHARE_OF_TIME
  }

  exhausted(): boolean {
    return Date.now() > this.deadline
  }

  read(png: Buffer, size: PageSize): Promise<Recognized | null> {
    return this.input.alone(() => this.readAlone(png, size))
  }

  private async readAlone(png: Buffer, size: PageSize): Promise<Recognized | null> {
    const { tesseract, tools, workDir, stop, running } = this.input
    const folder = join(workDir, "ocr")
    const deadline = stopSignal(PAGE_TIMEOUT_MS, [stop])
    const group = new ProcessGroup()
    running.add(group)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, "page.png"), png)
      const { code } = await group.run(tesseractCommand(tesseract, tools, folder), folder, deadline.signal)
      return code === 0 ? readTesseractTable(await readFile(join(folder, "page.tsv"), "utf8"), size) : null
    } catch {
      // A page that times out or crashes tesseract stays a picture.
      stop.throwIfAborted()
      return null
    } finally {
      deadline.release()
      running.delete(group)
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** Reads scanned pages with tesseract for one conversion. */
export function createTesseractReader(input: ReaderInput): PageReader {
  return new TesseractReader(input)
}
