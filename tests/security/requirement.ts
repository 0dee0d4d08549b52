/**
 * One security requirement. `absent`: the site has nothing that it could concern, and why. `declined`: it concerns the site, which does
 * otherwise on purpose, and what it does instead. `stated`: it asks for a statement, which stands in this file of the repository, not for behaviour.
 */
export type Requirement = { text: string; level?: 1 | 2 | 3; absent?: string; declined?: string; stated?: string }

/** Requirements by id. An id is a number of OWASP ASVS 5.0 ("1.2.4") or words of our own ("upload-polyglot"). */
export type Requirements = Record<string, Requirement>

export type Chapter = { title: string; source: string; requirements: Requirements }

export type Exception = Pick<Requirement, "absent" | "declined" | "stated">
type Line = [level: 1 | 2 | 3, text: string, exception?: Exception]

/** A chapter of ASVS from lines in our own words. */
export const asvsChapter = (title: string, lines: Record<string, Line>): Chapter => ({
  title,
  source: "OWASP ASVS 5.0",
  requirements: Object.fromEntries(Object.entries(lines).map(([id, [level, text, exception]]) => [id, { level, text, ...exception }])),
})

export const absent = (reason: string) => ({ absent: reason })
export const declined = (instead: string) => ({ declined: instead })
export const stated = (path: string) => ({ stated: path })
