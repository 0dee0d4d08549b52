import { expect, test } from "vitest"
import { places, server } from "./places"

/** Returns the text inside the bracket that opens at `from`. */
const insideOf = (text: string, from: number): string => {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if ("([{".includes(text[at]!)) depth++
    if (")]}".includes(text[at]!) && --depth === 0) return text.slice(from + 1, at)
  }
  return ""
}

/**
 * Files whose log message comes from elsewhere: it is passed on from the database's start, or contains a network address or an event type.
 */
const elsewhere = [
  "server/app.ts",
  "server/programs/local-backend.ts",
  "server/wire/proxy-notice.ts",
  "server/modules/people/security-event/security-event.usecases.ts",
]

test("the log is written only to standard output; only the commands and the start print to it directly [security: 16.2.3]", () => {
  expect(places(server, /\bconsole\.(log|info|warn|error|debug|trace)\(/)).toEqual([])
  expect(places(server, /from "pino"|pino\.destination|pino\.transport/, ["server/security/log.ts"])).toEqual([])
  expect(
    places(server, /process\.(stdout|stderr)\.write\(/, [
      "server/main.ts",
      "server/programs/cli.ts",
      "server/programs/import.ts",
      "server/programs/import/printing.ts",
    ]),
  ).toEqual([])
  // an import writes its report to the file that its command names
  expect(places(server, /\bappendFile(Sync)?\(/, ["server/programs/import/report.ts"])).toEqual([])
})

test("the text of a log entry is a constant, and variable data is separate [security: 1.3.10, 16.4.1]", () => {
  const entries = server.flatMap(({ path, text }) =>
    [...text.matchAll(/\blog\.(?:info|warn|error|debug|fatal)\(/g)].map((found) => {
      const inside = insideOf(text, found.index + found[0].length - 1).trim()
      const data = /^[{(]/.test(inside) ? insideOf(inside, 0) : null
      return { path, sentence: data === null ? inside : inside.slice(data.length + 2) }
    }),
  )
  expect(entries.length).toBeGreaterThan(30)
  const odd = entries.filter(
    ({ path, sentence }) => !elsewhere.includes(path) && (/`|%[sdifjoOc]/.test(sentence) || !/^,?\s*[^"]*"[^"]+"/.test(sentence)),
  )
  expect(odd.map(({ path, sentence }) => `${path}: ${sentence}`)).toEqual([])
  expect(places(server, /from "(node:)?util".*\b(format|inspect)\b|\bsprintf\(/)).toEqual([])
})
