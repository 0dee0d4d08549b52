/** One finding of the doctor. A fault must include a solution: without one it does not compile. */
export type Finding = { name: string; text: string } & ({ works: true; note?: string } | Fault)

/**
 * `severe`: the site does not work as it should, and not only a feature is missing. `fix` is a sentence or a command for users; `mend`
 * applies the fix and returns what it did.
 */
type Fault = { works: false; severe: boolean; fix: string; mend?: () => Promise<string> }

export const fine = (name: string, text: string, note?: string): Finding => ({ works: true, name, text, note })
export const fault = (name: string, text: string, fix: string, mend?: () => Promise<string>): Finding => ({
  works: false,
  severe: true,
  name,
  text,
  fix,
  ...(mend && { mend }),
})

/** A feature that is missing, or something that staff should look at: the site works without it. */
export const warning = (...given: Parameters<typeof fault>): Finding => ({ ...fault(...given), severe: false }) as Finding
