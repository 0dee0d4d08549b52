import { delimiter, join } from "node:path"
import { firstExisting, probe, type Program } from "../program-detection"

const folders = ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/opt/local/bin"]
const CHINESE = "chi_sim"

export type Tesseract = Program & {
  /** In the format of tesseract's `-l`: "chi_sim+eng". */
  languages: string
}

/**
 * Finds tesseract with simplified Chinese; returns null without that language, because it would read nothing useful. `path` is a list of
 * folders in the format of PATH; by default the standard ones.
 */
export async function findTesseract(path: string | undefined): Promise<Tesseract | null> {
  const places = path === undefined ? folders : path.split(delimiter).filter(Boolean)
  const command = await firstExisting(places.map((folder) => join(folder, "tesseract")))
  if (command === null) return null
  const [version, listed] = await Promise.all([probe(command, ["--version"]), probe(command, ["--list-langs"])])
  const languageNames = (listed ?? "").split("\n").map((line) => line.trim())
  if (version === null || !languageNames.includes(CHINESE)) return null
  const languages = [CHINESE, ...(languageNames.includes("eng") ? ["eng"] : [])].join("+")
  return { command, version: /\d+(\.\d+)+/.exec(version)?.[0] ?? "", languages }
}
