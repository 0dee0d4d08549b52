import type { ImportLaw } from "./import-law"

/** A folder, a file, or a folder and the end of a file name, separated by an asterisk ("server/modules*.http.ts"). */
export type Pattern = string

const inside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** Checks whether a pattern contains all files of another one. */
export const covers = (pattern: Pattern, other: Pattern): boolean => {
  const [folder = "", ending] = pattern.split("*")
  const [otherFolder = "", otherEnding] = other.split("*")
  if (!inside(otherFolder, folder)) return false
  return !ending || (otherEnding ? otherEnding === ending : otherFolder.endsWith(ending))
}

/** Returns the patterns and their intersections, each after all that contain it. */
export const scopesOf = (patterns: readonly Pattern[]): Pattern[] => {
  const folders = patterns.filter((pattern) => !pattern.includes("*"))
  const endings = patterns.filter((pattern) => pattern.includes("*"))
  const isFile = (pattern: Pattern) => /\.\w+$/.test(pattern)
  const meetings = endings.flatMap((pattern) => {
    const [folder = "", ending] = pattern.split("*")
    return folders.filter((one) => !isFile(one) && one !== folder && inside(one, folder)).map((one) => `${one}*${ending}`)
  })
  const rank = (pattern: Pattern) => (isFile(pattern) && !pattern.includes("*") ? 2 : pattern.includes("*") ? 1 : 0)
  const depth = (pattern: Pattern) => pattern.split("*")[0]!.length
  return [...new Set([...folders, ...endings, ...meetings])].toSorted(
    (a, b) => rank(a) - rank(b) || depth(a) - depth(b) || (a < b ? -1 : 1),
  )
}

/** Checks whether files of a law may import a file of the project, given by its path without its ending. */
export const allows = (law: ImportLaw, target: string): boolean => {
  const own = /\.tsx?$|\*/.test(law.files) ? [] : [`${law.files}/`]
  return [...own, ...law.may].some((path) => (path.endsWith("/") ? target.startsWith(path) : inside(target, path)))
}

/** Checks whether files of a law may import a package. */
export const allowsPackage = (law: ImportLaw, specifier: string): boolean =>
  !law.not.some((name) => {
    if (name.endsWith("$")) return specifier === name.slice(0, -1)
    return name.endsWith(":") ? specifier.startsWith(name) : inside(specifier, name)
  })
