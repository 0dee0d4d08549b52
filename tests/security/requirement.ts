/**
 * One security requirement. `absent`: it does not apply to the site, and why. `declined`: it applies, but the site deliberately does
 * something else, and what. `stated`: it requires a statement, not behavior; the statement is in this file of the repository.
 */
export type Requirement = { text: string; level?: 1 | 2 | 3; absent?: string; declined?: string; stated?: string }

/** Requirements by id. An id is an OWASP ASVS 5.0 number ("1.2.4") or a name of our own ("upload-polyglot"). */
export type Requirements = Record<string, Requirement>

export type Chapter = { title: string; source: string; requirements: Requirements }

export type Exception = Pick<Requirement, "absent" | "declined" | "stated">
type Line = [level: 1 | 2 | 3, text: string, exception?: Exception]

/** Creates a chapter of ASVS from lines in our own words. */
export const asvsChapter = (title: string, lines: Record<string, Line>): Chapter => ({
  title,
  source: "OWASP ASVS 5.0",
  requirements: Object.fromEntries(Object.entries(lines).map(([id, [level, text, exception]]) => [id, { level, text, ...exception }])),
})

export const absent = (reason: string) => ({ absent: reason })
export const declined = (instead: string) => ({ declined: instead })
export const stated = (path: string) => ({ stated: path })
