import { expect, it } from "vitest"
import { isTest, sources } from "./source"

/** How a file asks what the server behind the site has, or says what it needs of it. */
const questions = [
  /\b(?:absent|useOffers|isAbsent|isNotOffered|ServerCapability)\b/,
  /\boffers\(/,
  /\b(?:has|needs(?::|=)) ?\(?"(?:GET|POST|PUT|DELETE) \//,
]
const isFront = (path: string) => /^(?:app|components|lib|stores)\/|^middleware\.ts$/.test(path)
const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|\/\/ .*/g, "")

/** The files that know that servers differ. */
const knowing = sources
  .filter(({ path, text }) => isFront(path) && !isTest(path) && questions.some((question) => question.test(withoutComments(text))))
  .map(({ path }) => path)

it("few files know that servers differ", () => {
  expect(knowing.length, knowing.join("\n")).toBeLessThanOrEqual(38)
})
