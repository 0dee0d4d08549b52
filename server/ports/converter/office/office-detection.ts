import { access, realpath } from "node:fs/promises"
import { dirname, join } from "node:path"
import { ConversionError } from "../converter.port"
import { formatOf } from "../document-formats"
import { firstExisting, probe, type Program } from "../program-detection"
import { detectSandbox, type SandboxTools } from "../sandbox/sandbox-detection"

/** The parts of LibreOffice that Debian installs separately, by the library that each consists of. */
const libraries = { writer: "libswlo.so", calc: "libsclo.so", impress: "libslideshowlo.so", draw: "libsdlo.so", math: "libsmlo.so" }
export type OfficeComponent = keyof typeof libraries
export const officeComponents = Object.keys(libraries) as OfficeComponent[]

/** `missing`: components that are not installed. */
export type Office = Program & { missing?: readonly OfficeComponent[] }

/** Programs for office conversion on this machine. */
export type OfficeTools = SandboxTools & { office: Office | null }

const officeFolders = [
  "/usr/bin/soffice",
  "/usr/bin/libreoffice",
  "/usr/local/bin/soffice",
  "/usr/lib/libreoffice/program/soffice",
  "/opt/libreoffice/program/soffice",
  "/Applications/LibreOffice.app/Contents/MacOS/soffice",
  "C:\\Program Files\\LibreOffice\\program\\soffice.exe",
]

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Returns the components that are missing beside this program; none for builds that are not divided like Debian's. */
async function missingComponents(command: string): Promise<OfficeComponent[]> {
  const folder = dirname(await realpath(command).catch(() => command))
  if (!(await exists(join(folder, "libmergedlo.so")))) return []
  const installed = await Promise.all(officeComponents.map((name) => exists(join(folder, libraries[name]))))
  return officeComponents.filter((_, index) => !installed[index])
}

/** Finds LibreOffice, its version and components, in the standard locations or the configured one; null if it does not answer. */
export async function findOffice(configured: string | undefined): Promise<Office | null> {
  const command = configured ?? (await firstExisting(officeFolders))
  if (command === null) return null
  const answer = await probe(command, ["--headless", "--version"])
  if (answer === null) return null
  const version = /\d+(\.\d+)+/.exec(answer)?.[0] ?? answer.slice(0, 40)
  return { command, version, missing: await missingComponents(command) }
}

/** Detects LibreOffice and the tools that confine it and our `script`. Takes about a second, so cache the result. */
export async function detectOfficeTools(configured: string | undefined, script?: string): Promise<OfficeTools> {
  const [office, sandbox] = await Promise.all([findOffice(configured), detectSandbox(script)])
  return { office, ...sandbox }
}

/** Returns LibreOffice. Throws ConversionError need_office if it is missing. */
export function requireOffice({ office }: OfficeTools): Office {
  if (office === null) throw new ConversionError("need_office")
  return office
}

const componentOf = { word: "writer", excel: "calc", powerpoint: "impress", visio: "draw", publisher: "draw" } as const

/** Returns the component that opens files of this extension. */
export const officeComponentOf = (ext: string): OfficeComponent => componentOf[formatOf(ext).program ?? "word"]

/** Throws ConversionError need_office if LibreOffice or the component for this extension is missing. */
export function requireComponent(tools: OfficeTools, ext: string): void {
  if (requireOffice(tools).missing?.includes(officeComponentOf(ext))) throw new ConversionError("need_office")
}
