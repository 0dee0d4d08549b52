import { expect, it } from "vitest"
import { isTest, sources } from "./source"

/** How a file asks what the server behind the site has. */
const questions = [
  /\b(?:useOffers|requireOffered|isAbsent|ServerCapability)\b/,
  /\boffers\(/,
  /\bcapabilities(?:\.|: \{ )(?:absent|required)\b|\b(?:absent|required) \} = settings\.capabilities/,
  /\babsent(?:=\{|: readonly string\[\]|\?: readonly string\[\])/,
  /\b(?:has|needs(?::|=)) ?\(?"(?:GET|POST|PUT|DELETE) \//,
]
const isFront = (path: string) => /^(?:app|components|lib|stores)\/|^middleware\.ts$/.test(path)

/** The files that know that servers differ. */
const knowing = sources
  .filter(({ path, text }) => isFront(path) && !isTest(path) && questions.some((question) => question.test(text)))
  .map(({ path }) => path)

it("few files know that servers differ", () => {
  expect(knowing.length, knowing.join("\n")).toBeLessThanOrEqual(98)
})
