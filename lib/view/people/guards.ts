import { mayOpen } from "../../rules/people/admin-access"
import { paths } from "../../rules/path"

type Visit = {
  path: string
  search: string
  person: { id: number } | null
  /** pages of /admin the person may open */
  allowedPages: readonly string[]
  /** whether the person holds any permission at all */
  isStaff: boolean
  /** staff whom the site asks for a second factor, and who have none */
  factorMissing?: boolean
  security: { login_required: boolean; is_close: boolean } | null
}

const entryPages = /^\/(login|register)\/?$/
const recoveryPages = /^\/findpassword(-mobile)?\/?$/
const accountPages = /^\/(login|register|findpassword|findpassword-mobile|oauth)(\/|$)/
const within = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** The redirect of a visit (docs/reference/specification.md 6, docs/reference/api.md 6.7), or null to let it pass. */
export const guardPage = (visit: Visit): string | null =>
  visit.factorMissing ? setUpTarget(visit) : (siteTarget(visit) ?? entryTarget(visit) ?? adminTarget(visit) ?? meTarget(visit))

/** To the set-up of the second factor, from /admin and, while the site is closed, from everywhere. */
const setUpTarget = ({ path }: Visit): string | null => (within(path, paths.mySecurity) ? null : paths.mySecurity)

/** Site security: visitors without access are sent to the login. */
const siteTarget = ({ path, search, person, isStaff, security }: Visit): string | null => {
  if (security?.is_close && !(person && isStaff)) return /^\/login\/?$/.test(path) ? null : paths.login()
  if (security?.login_required && !person && !accountPages.test(path)) return paths.login(`${path}${search}`)
  return null
}

/** Logged-in people are redirected from login, registration and recovery. */
const entryTarget = ({ path, person, isStaff, security }: Visit): string | null => {
  if (!person || (security?.is_close && !isStaff)) return null
  if (entryPages.test(path)) return paths.user(person.id)
  return recoveryPages.test(path) ? paths.me : null
}

const adminTarget = ({ path, person, allowedPages }: Visit): string | null => {
  if (!within(path, paths.admin)) return null
  if (!person || allowedPages.length === 0) return paths.home
  return mayOpen(path, allowedPages) ? null : paths.admin
}

const meTarget = ({ path, search, person }: Visit): string | null =>
  within(path, paths.me) && !person ? paths.login(`${path}${search}`) : null
