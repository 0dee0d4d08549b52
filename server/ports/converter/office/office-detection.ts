import { ConversionError } from "../converter.port"
import { firstExisting, probe, type Program } from "../program-detection"
import { detectSandbox, type SandboxTools } from "../sandbox/sandbox-detection"

/** Programs for office conversion on this machine. */
export type OfficeTools = SandboxTools & { office: Program | null }

const officeFolders = [
  "/usr/bin/soffice",
  "/usr/bin/libreoffice",
  "/usr/local/bin/soffice",
  "/usr/lib/libreoffice/program/soffice",
  "/opt/libreoffice/program/soffice",
  "/Applications/LibreOffice.app/Contents/MacOS/soffice",
  "C:\\Program Files\\LibreOffice\\program\\soffice.exe",
]

/** Finds LibreOffice and its version, in the standard locations or the configured one; null if it does not answer. */
export async function findOffice(configured: string | undefined): Promise<Program | null> {
  const command = configured ?? (await firstExisting(officeFolders))
  if (command === null) return null
  const answer = await probe(command, ["--headless", "--version"])
  if (answer === null) return null
  return { command, version: /\d+(\.\d+)+/.exec(answer)?.[0] ?? answer.slice(0, 40) }
}

/** Detects LibreOffice and the tools that confine it and our `script`. Takes about a second, so cache the result. */
export async function detectOfficeTools(configured: string | undefined, script?: string): Promise<OfficeTools> {
  const [office, sandbox] = await Promise.all([findOffice(configured), detectSandbox(script)])
  return { office, ...sandbox }
}

/** Returns LibreOffice. Throws ConversionError need_office if it is missing. */
export function requireOffice({ office }: OfficeTools): Program {
  if (office === null) throw new ConversionError("need_office")
  return office
}
