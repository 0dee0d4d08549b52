import { copyFile, lstat, mkdir, rename, rm } from "node:fs/promises"
import { extname, join } from "node:path"
import { ConversionError, machineWarnings, type Turn } from "../converter.port"
import { giveToNobody } from "../sandbox/nobody-files"
import { type OfficeCommand, officeCommand, type OfficeJob, pdfTarget } from "./office-command"
import { type OfficeTools, requireComponent } from "./office-detection"
import { SHEET_FORMATS } from "../sheets/sheet-formats"
import { inspectZip } from "../inspect/zip-inspection"
import { isRewritten } from "./package-rewriting"
import { type Ended, ProcessGroup } from "./process-group"

/** The address space that LibreOffice needs to start (docs/reference/conversion.md 2). */
const MIN_MEMORY_MB = 800
/** Number of LibreOffice runs that may be killed from outside before a document fails (docs/reference/conversion.md 7). */
const MAX_RUNS = 3
const SHEETS_TO_XLSX = new Set(".xls .xlt .et .ods .ots .xlsb .xmlss .fods".split(" "))
const XLSX_TARGET = "xlsx:Calc MS Excel 2007 XML"
/** Formats whose tracked changes we cannot remove ourselves. */
const TEXTS_TO_ODT = new Set([".doc", ".dot", ".wps", ".rtf"])
const ODT_TARGET = "odt:writer8"

export type OfficeInput = {
  tools: OfficeTools
  file: string
  ext: string
  /** Whether it is an encrypted workbook. */
  locked: boolean
  workDir: string
  resources: string
  memoryLimitMb: number
  timeoutMs: number
  stop: AbortSignal
  turn: Turn
  /** Maximum number of pages to print. */
  maxLength: number
  /** Running processes, so that the converter's `close` can end them. */
  running: Set<ProcessGroup>
  /** Writes a copy for printing; false if the document can be printed as it is. */
  rewrite(from: string, to: string, ext: string): Promise<boolean>
  /** Opens a workbook with Excel's own password; false if it can be printed as it is. Throws ConversionError if it has another one. */
  unlock(from: string, to: string): Promise<boolean>
  /** Checks whether a .doc or .rtf file may have tracked changes. */
  hasRevisions(file: string, ext: string): Promise<boolean>
  /** Checks whether a document has equations. */
  hasEquations(file: string, ext: string): Promise<boolean>
}

/** `notes`: what is not displayed, for the uploader. */
export type Printed = { pdf: string; sheets: string | null; notes: readonly string[] }

async function prepareJob({ workDir, resources }: OfficeInput): Promise<OfficeJob> {
  const job: OfficeJob = {
    input: join(workDir, "in"),
    output: join(workDir, "out"),
    profile: join(workDir, "profile"),
    fontsConf: join(resources, "fonts.conf"),
  }
  await Promise.all([mkdir(job.input), mkdir(job.output), freshProfile(job, resources)])
  return job
}

/** Creates a new profile. A profile that a killed LibreOffice left behind may be half-written, so it is not reused. */
async function freshProfile({ profile }: OfficeJob, resources: string): Promise<void> {
  await rm(profile, { recursive: true, force: true })
  await mkdir(join(profile, "user"), { recursive: true })
  await copyFile(join(resources, "registrymodifications.xcu"), join(profile, "user", "registrymodifications.xcu"))
}

/**
 * Checks whether a process was killed from outside, by hand or for lack of memory: our own limits end it in other ways. A sandbox reports
 * the signal as an exit code.
 */
const isExternalKill = ({ code, killedBy }: Ended): boolean =>
  killedBy === "SIGKILL" || killedBy === "SIGTERM" || code === 128 + 9 || code === 128 + 15

/** Returns the reason why LibreOffice wrote nothing: its exit code is unreliable, and 0 does not mean success. */
function failureOf({ code, killedBy, output }: Ended): ConversionError {
  const cause = new Error(`soffice wrote no output (code ${code}, signal ${killedBy}): ${output.slice(-500)}`)
  if (killedBy === "SIGXCPU" || code === 152) return new ConversionError("timeout", { cause })
  const starved =
    isExternalKill({ code, killedBy, output }) ||
    killedBy === "SIGABRT" ||
    killedBy === "SIGSEGV" ||
    code === 134 ||
    code === 139 ||
    output.includes("bad_alloc")
  return new ConversionError(starved ? "memory" : "corrupt", { cause })
}

/**
 * Runs one cold LibreOffice process and resolves to the written file. Throws ConversionError if there is none. A process that
 * was killed from outside says nothing about the file, so it is started again with a new profile.
 */
async function runOffice(input: OfficeInput, job: OfficeJob, inputName: string, target: string): Promise<string> {
  const { tools, timeoutMs, stop, resources } = input
  const memoryLimitMb = Math.max(MIN_MEMORY_MB, input.memoryLimitMb)
  const command = officeCommand(tools, { job, inputName, target, timeoutMs, memoryLimitMb })
  const [format = "pdf"] = target.split(":")
  const written = join(job.output, `input.${format}`)
  for (let run = 1; ; run += 1) {
    if (!tools.bubblewrap && tools.setpriv) await Promise.all([job.input, job.output, job.profile].map(giveToNobody))
    const ended = await runGroup(input, command, job.output, stop)
    // the output of a killed process may be incomplete; a link does not count as output because it would lead out of the sandbox
    const stats = isExternalKill(ended) ? null : await lstat(written).catch(() => null)
    const size = stats?.isFile() ? stats.size : 0
    if (size > 0) return written
    if (!isExternalKill(ended) || run >= MAX_RUNS) throw failureOf(ended)
    await rm(written, { force: true })
    await freshProfile(job, resources)
  }
}

async function runGroup({ running, turn }: OfficeInput, command: OfficeCommand, folder: string, stop: AbortSignal): Promise<Ended> {
  const group = new ProcessGroup()
  await turn.next()
  running.add(group)
  try {
    const ended = group.run(command, folder, stop)
    const unbind = turn.bind(group)
    return await ended.finally(unbind)
  } finally {
    running.delete(group)
  }
}

/** Replaces the document by its conversion to a format that we can rewrite. Returns its name. */
async function modernize(input: OfficeInput, job: OfficeJob, inputName: string, target: string): Promise<string> {
  const name = `input.${target.split(":")[0]}`
  const converted = await runOffice(input, job, inputName, target)
  await rm(join(job.input, inputName))
  await rename(converted, join(job.input, name))
  return name
}

/** Returns the format that the document has to be converted to before it is printed; null for most documents. */
async function modernTarget({ hasRevisions }: OfficeInput, source: string, ext: string): Promise<string | null> {
  if (SHEETS_TO_XLSX.has(ext)) return XLSX_TARGET
  return TEXTS_TO_ODT.has(ext) && (await hasRevisions(source, ext)) ? ODT_TARGET : null
}

/**
 * Prints a workbook of our own making as it is. Resolves to the path of the PDF. `workDir` is a folder of its own.
 * Throws ConversionError or the stop signal's reason.
 */
export async function printWorkbook(input: OfficeInput): Promise<string> {
  await mkdir(input.workDir, { recursive: true })
  const job = await prepareJob(input)
  const name = `input${input.ext}`
  await copyFile(input.file, join(job.input, name))
  return runOffice(input, job, name, pdfTarget(input.ext, 0))
}

/**
 * Converts an office document to a PDF with one cold, sandboxed LibreOffice process, or with two if the first has to make a format that we
 * can rewrite. Resolves to the path of the PDF and, for a spreadsheet, also to that of its .xlsx.
 * Throws ConversionError (need_office, corrupt, memory, timeout) or the stop signal's reason.
 */
export async function convertToPdf(input: OfficeInput): Promise<Printed> {
  const unlocked = join(input.workDir, `unlocked${input.ext}`)
  if (input.locked && (await input.unlock(input.file, unlocked))) {
    await inspectZip(unlocked)
    return convertToPdf({ ...input, file: unlocked, locked: false })
  }
  requireComponent(input.tools, input.ext)
  const job = await prepareJob(input)
  // The user's file name is never used.
  let inputName = `input${input.ext}`
  await copyFile(input.file, join(job.input, inputName))
  const target = await modernTarget(input, join(job.input, inputName), input.ext)
  if (target) inputName = await modernize(input, job, inputName, target)
  const ext = extname(inputName)
  const source = join(job.input, inputName)
  const rewritten = join(job.input, `rewritten${ext}`)
  if (isRewritten(ext) && (await input.rewrite(source, rewritten, ext))) await rename(rewritten, source)
  const equationless = input.tools.office?.missing?.includes("math") && (await input.hasEquations(source, ext))
  const pdf = await runOffice(input, job, inputName, pdfTarget(input.ext, input.maxLength))
  return { pdf, sheets: SHEET_FORMATS.has(ext) ? source : null, notes: equationless ? [machineWarnings.equations] : [] }
}
