import { callNameOf, type RecordedRequest } from "./recording"

/* The recorded requests that the site does not answer as that server did, and why. */

/**
 * Names requests, and of these every problem, or only one: `field` is the address of a missing field, `where` narrows the
 * requests further.
 */
export type ListedDifference = { call: string; field?: string; where?: (request: RecordedRequest) => boolean; why: string }

const calls = (why: string, ...names: string[]): ListedDifference[] => names.map((call) => ({ call, why }))
const fields = (why: string, call: string, ...names: string[]): ListedDifference[] => names.map((field) => ({ call, field, why }))

/** Calls that come with a later part of the product. */
export const notYet: ListedDifference[] = []

const personal = "when a person last came and their real name are shown to staff by GET /user only"
/** The requests that stay refused, each with its reason. */
export const refused: ListedDifference[] = [
  ...calls("the answer of a provider that nobody asked for is a page that says so, not an answer of the API", "GET /callback/qq"),
  ...calls("the icon belongs to the pages, which are not part of this test", "GET /favicon.ico"),
  ...calls("an order is its owner's, and there is none with the recorded number: that server refuses it as well", "GET /order"),
  ...calls("the recorded proof is wrong, and that server refuses it as well", "PUT /user/findpassword/steptwo"),
  ...calls("mail is switched off, and that server refuses it as well", "POST /user/email/code", "POST /user/findpassword/stepone"),
  ...fields(personal, "GET /document", "user.login_at", "user.created_at", "user.updated_at"),
  ...fields(personal, "GET /comment/list", ...["login_at", "created_at", "updated_at", "realname"].map((name) => `comment[].user.${name}`)),
  ...fields(
    "what the site's machine runs is nobody's business; `version` says which program it is",
    "GET /stats",
    "os",
    "hash",
    "build_at",
  ),
  ...fields("how a program is called on the machine is nobody's business", "GET /envs", "envs[].cmd"),
  ...fields("settings have defaults and no row until they are changed", "GET /config/list", "config[].created_at"),
]

const covers = (entry: ListedDifference, request: RecordedRequest, problem: string) =>
  entry.call === callNameOf(request) && (entry.where?.(request) ?? true) && (!entry.field || problem === `${entry.field} is missing`)

export type ReplayOutcome = { request: RecordedRequest; problems: string[] }

/** Problems that no entry covers, a line each. */
export const uncovered = (outcomes: ReplayOutcome[], entries: ListedDifference[]): string[] =>
  outcomes.flatMap(({ request, problems }) =>
    problems
      .filter((problem) => !entries.some((entry) => covers(entry, request, problem)))
      .map(
        (problem) => `${request.client} ${request.as} ${callNameOf(request)} ${JSON.stringify(request.body ?? request.query)}: ${problem}`,
      ),
  )

/** Entries that cover nothing: the call works by now, or is none that was recorded. */
export const needless = (outcomes: ReplayOutcome[], entries: ListedDifference[]): string[] =>
  entries
    .filter((entry) => !outcomes.some(({ request, problems }) => problems.some((problem) => covers(entry, request, problem))))
    .map(({ call, field }) => [call, field].filter(Boolean).join(" "))
