/** One finding of the doctor. A fault must include a solution: without one it does not compile. */
export type Finding = { name: string; text: string } & ({ works: true; note?: string } | Fault)

/** `fix` is a sentence or a command for users; `mend` applies the fix and returns what it did. */
type Fault = { works: false; fix: string; mend?: () => Promise<string> }

export const fine = (name: string, text: string, note?: string): Finding => ({ works: true, name, text, note })
export const fault = (name: string, text: string, fix: string, mend?: () => Promise<string>): Finding => ({
  works: false,
  name,
  text,
  fix,
  ...(mend && { mend }),
})
