import { mayOpen } from "../../rules/people/admin-access"
import { paths } from "../../rules/path"

type Visit = {
  path: string
  search: string
  person: { id: number } | null
  /** pages of /admin that the user may open */
  allowedPages: readonly string[]
  /** whether the user has any permission */
  isStaff: boolean
  /** true for staff who are required to have a second factor but have none */
  factorMissing?: boolean
  security: { login_required: boolean; is_close: boolean } | null
}

const entryPages = /^\/(login|register)\/?$/
const recoveryPages = /^\/findpassword(-mobile)?\/?$/
const accountPages = /^\/(login|register|findpassword|findpassword-mobile|oauth)(\/|$)/
const within = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** Returns the redirect for a visit (docs/reference/specification.md 6, docs/reference/api.md 6.7), or null to let it pass. */
export const guardPage = (visit: Visit): string | null =>
  visit.factorMissing ? setUpTarget(visit) : (siteTarget(visit) ?? entryTarget(visit) ?? adminTarget(visit) ?? meTarget(visit))

/** Redirects to the setup of the second factor, from /admin and, while the site is closed, from every page. */
const setUpTarget = ({ path }: Visit): string | null => (within(path, paths.mySecurity) ? null : paths.mySecurity)

/** Site security: redirects visitors without access to the login. */
const siteTarget = ({ path, search, person, isStaff, security }: Visit): string | null => {
  if (security?.is_close && !(person && isStaff)) return /^\/login\/?$/.test(path) ? null : paths.login()
  if (security?.login_required && !person && !accountPages.test(path)) return paths.login(`${path}${search}`)
  return null
}

/** Redirects logged-in users away from login, registration and password recovery. */
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
