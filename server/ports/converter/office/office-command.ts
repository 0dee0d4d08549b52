import { realpathSync } from "node:fs"
import { dirname } from "node:path"
import { pathToFileURL } from "node:url"
import { formatOf } from "../document-formats"
import { sandboxed } from "../sandbox/bubblewrap"
import { asNobody } from "../sandbox/sandbox-detection"
import { type OfficeTools, requireOffice } from "./office-detection"

/** Folders of one conversion, all inside the caller's work folder. */
export type OfficeJob = {
  /** Read-only; contains `input.<ext>`. */
  input: string
  output: string
  profile: string
  fontsConf: string
}

export type OfficeRun = { job: OfficeJob; inputName: string; target: string; timeoutMs: number; memoryLimitMb: number }

export type OfficeCommand = { command: string; args: string[]; env: Record<string, string> }

const MAX_FILE_BYTES = 512 * 1024 * 1024
const MAX_OPEN_FILES = 512
const INSIDE = "/job"
const filters = {
  word: "writer_pdf_Export",
  excel: "calc_pdf_Export",
  powerpoint: "impress_pdf_Export",
  visio: "draw_pdf_Export",
  publisher: "draw_pdf_Export",
}

/**
 * Returns LibreOffice's export filter for the family of the extension. At most `maxLength` pages are printed (0 prints all), as a limit for
 * runaway sheets.
 */
export function pdfTarget(ext: string, maxLength: number): string {
  const filter = filters[formatOf(ext).program ?? "word"]
  // Headings, slides and sheets become bookmarks, which form the table of contents.
  const range = maxLength > 0 && { PageRange: { type: "string", value: `1-${maxLength}` } }
  const options = { ...range, ExportBookmarks: { type: "boolean", value: "true" } }
  return `pdf:${filter}:${JSON.stringify(options)}`
}

function officeArguments(profile: string, output: string, input: string, target: string): string[] {
  const flags = ["--headless", "--invisible", "--norestore", "--nologo", "--nolockcheck", "--nodefault", "--nofirststartwizard"]
  // After LibreOffice ran as root, its shared cache may be readable by root only, and every later start of another user would fail.
  const folders = [`-env:UserInstallation=${profile}`, `-env:UNO_SHARED_PACKAGES_CACHE=${profile}/shared`]
  return [...folders, ...flags, "--convert-to", target, "--outdir", output, input]
}

function limited({ prlimit }: OfficeTools, run: OfficeRun, inner: readonly string[]): string[] {
  if (prlimit === null) return [...inner]
  const seconds = Math.ceil(run.timeoutMs / 1000)
  return [
    prlimit.command,
    `--as=${run.memoryLimitMb * 1_000_000}`,
    // with equal soft and hard limits the kernel sends SIGKILL, which would look like a kill from outside
    `--cpu=${seconds}:${seconds + 5}`,
    `--fsize=${MAX_FILE_BYTES}`,
    `--nofile=${MAX_OPEN_FILES}`,
    "--core=0",
    ...inner,
  ]
}

function environment(home: string, fontsConf: string): Record<string, string> {
  return {
    HOME: home,
    // Leftovers of a killed LibreOffice are removed with the job's folder.
    TMPDIR: home,
    XDG_RUNTIME_DIR: home,
    PATH: "/usr/bin:/bin",
    LANG: "C.UTF-8",
    FONTCONFIG_FILE: fontsConf,
    SAL_USE_VCLPLUGIN: "svp",
    SAL_DISABLE_OPENCL: "1",
  }
}

const systemFiles = "/usr /opt /etc/fonts /etc/libreoffice /etc/ld.so.cache /var/cache/fontconfig /var/lib/libreoffice /nix/store".split(
  " ",
)

/** Returns the start of the command line that confines LibreOffice as strictly as this machine allows. */
function confined({ bubblewrap, setpriv }: OfficeTools, { input, output, profile, fontsConf }: OfficeJob): string[] {
  if (bubblewrap)
    return sandboxed(bubblewrap, {
      readable: systemFiles,
      temporary: "/tmp",
      folders: [
        { outside: fontsConf, inside: "/fonts.conf" },
        { outside: input, inside: `${INSIDE}/in` },
        { outside: output, inside: `${INSIDE}/out`, writable: true },
        { outside: profile, inside: `${INSIDE}/profile`, writable: true },
      ],
      start: `${INSIDE}/out`,
    })
  return setpriv ? asNobody(setpriv) : []
}

/** Returns the command line of one cold LibreOffice process, in the strictest sandbox that this machine supports. Throws need_office. */
export function officeCommand(tools: OfficeTools, run: OfficeRun): OfficeCommand {
  const { command } = requireOffice(tools)
  const { job, inputName, target } = run
  const inside = tools.bubblewrap !== null
  const [input, output] = inside ? [`${INSIDE}/in`, `${INSIDE}/out`] : [job.input, job.output]
  const profile = inside ? `file://${INSIDE}/profile` : pathToFileURL(job.profile).href
  const office = limited(tools, run, [command, ...officeArguments(profile, output, `${input}/${inputName}`, target)])
  const [program = command, ...args] = [...confined(tools, job), ...office]
  // the loader finds LibreOffice's libraries beside the program by means of /proc
  const libraries: Record<string, string> = tools.bubblewrap?.withoutProc ? { LD_LIBRARY_PATH: dirname(realpathSync(command)) } : {}
  return {
    command: program,
    args,
    env: inside ? { ...environment(`${INSIDE}/profile`, "/fonts.conf"), ...libraries } : environment(job.profile, job.fontsConf),
  }
}
