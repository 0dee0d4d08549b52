import { pathToFileURL } from "node:url"
import { type OfficeTools, requireOffice } from "./office-detection"

/** Folders of one conversion, all inside the caller's work folder. */
export type OfficeJob = {
  /** Read only: holds `input.<ext>`. */
  input: string
  output: string
  profile: string
  fontsConf: string
}

export type OfficeRun = { job: OfficeJob; inputName: string; target: string; timeoutMs: number; memoryLimitMb: number }

export type OfficeCommand = { command: string; args: string[]; env: Record<string, string> }

/** Pages are cut off here: a ceiling for runaway sheets, not the preview limit. */
const MAX_PAGES = 3000
const MAX_FILE_BYTES = 512 * 1024 * 1024
const MAX_OPEN_FILES = 512
const INSIDE = "/job"

/** LibreOffice's export filter for the family the extension belongs to, with the page ceiling. */
export function pdfTarget(ext: string): string {
  const calc = [".xls", ".xlsx", ".et", ".ods"].includes(ext)
  const impress = [".ppt", ".pptx", ".pps", ".ppsx", ".pot", ".dps", ".odp"].includes(ext)
  const filter = calc ? "calc_pdf_Export" : impress ? "impress_pdf_Export" : "writer_pdf_Export"
  // Headings, slides and sheets become bookmarks, which are the table of contents.
  const options = { PageRange: { type: "string", value: `1-${MAX_PAGES}` }, ExportBookmarks: { type: "boolean", value: "true" } }
  return `pdf:${filter}:${JSON.stringify(options)}`
}

function officeArguments(profile: string, output: string, input: string, target: string): string[] {
  const flags = ["--headless", "--invisible", "--norestore", "--nologo", "--nolockcheck", "--nodefault", "--nofirststartwizard"]
  return [`-env:UserInstallation=${profile}`, ...flags, "--convert-to", target, "--outdir", output, input]
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

/** No network, no files but the system's programs and this job's folders (docs/reference/conversion.md 2). */
function bubblewrapArguments({ input, output, profile, fontsConf }: OfficeJob): string[] {
  const variables = Object.entries(environment(`${INSIDE}/profile`, "/fonts.conf"))
  return [
    ..."--unshare-all --die-with-parent --new-session --clearenv".split(" "),
    ..."--ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/sbin /sbin".split(" "),
    ..."--ro-bind-try /opt /opt --ro-bind-try /etc/fonts /etc/fonts --ro-bind-try /etc/libreoffice /etc/libreoffice".split(" "),
    ..."--ro-bind-try /etc/ld.so.cache /etc/ld.so.cache --ro-bind-try /var/cache/fontconfig /var/cache/fontconfig".split(" "),
    ...["--ro-bind", fontsConf, "/fonts.conf"],
    ..."--proc /proc --dev /dev --tmpfs /tmp --dir".split(" "),
    INSIDE,
    ...["--ro-bind", input, `${INSIDE}/in`, "--bind", output, `${INSIDE}/out`, "--bind", profile, `${INSIDE}/profile`],
    ...["--chdir", `${INSIDE}/out`],
    ...variables.flatMap(([name, value]) => ["--setenv", name, value]),
    "--",
  ]
}

/** The command line of one cold LibreOffice process, in the strictest sandbox that this machine offers. Throws need_office. */
export function officeCommand(tools: OfficeTools, run: OfficeRun): OfficeCommand {
  const { command } = requireOffice(tools)
  const { job, inputName, target } = run
  const sandboxed = tools.bubblewrap !== null
  const [input, output] = sandboxed ? [`${INSIDE}/in`, `${INSIDE}/out`] : [job.input, job.output]
  const profile = sandboxed ? `file://${INSIDE}/profile` : pathToFileURL(job.profile).href
  const office = limited(tools, run, [command, ...officeArguments(profile, output, `${input}/${inputName}`, target)])
  const line = tools.bubblewrap ? [tools.bubblewrap.command, ...bubblewrapArguments(job), ...office] : office
  const [program = command, ...args] = line
  return { command: program, args, env: environment(job.profile, job.fontsConf) }
}
