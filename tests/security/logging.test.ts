import { expect, test } from "vitest"
import { faultsOfBan } from "../architecture/linting"
import { matchesIn, server } from "./matches"

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

test("the log is written only to standard output; only the commands and the start print to it directly [security: 16.2.3]", async () => {
  for (const name of ["standard output", "other logs", "log files"] as const) expect(await faultsOfBan(name)).toEqual([])
  expect(matchesIn(server, /\bconsole\.\w+\(/)).toEqual([])
})

test("the text of a log entry is a constant, and variable data is separate [security: 1.3.10, 16.4.1]", async () => {
  const entries = server.flatMap(({ path, text }) =>
    [...text.matchAll(/\blog\.(?:info|warn|error|debug|fatal)\(/g)].map((match) => {
      const inside = insideOf(text, match.index + match[0].length - 1).trim()
      const data = /^[{(]/.test(inside) ? insideOf(inside, 0) : null
      return { path, sentence: data === null ? inside : inside.slice(data.length + 2) }
    }),
  )
  expect(entries.length).toBeGreaterThan(30)
  const odd = entries.filter(({ sentence }) => /`|%[sdifjoOc]/.test(sentence) || !/^,?\s*[^"]*"[^"]+"/.test(sentence))
  expect(odd.filter(({ path }) => !elsewhere.includes(path)).map(({ path, sentence }) => `${path}: ${sentence}`)).toEqual([])
  expect(elsewhere.filter((one) => !odd.some(({ path }) => path === one))).toEqual([])
  expect(await faultsOfBan("formatted text")).toEqual([])
})
