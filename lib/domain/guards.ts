import { paths } from "./path"

type Visit = {
  path: string
  search: string
  person: { id: number } | null
  /** how many pages of /admin the person may open */
  allowedPages: number
  security: { login_required: boolean; is_close: boolean } | null
}

const accountPages = /^\/(login|register|findpassword|findpassword-mobile|oauth)(\/|$)/
const within = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/** Where a visit is sent instead (spec §6), or null to let it pass. */
export const guardPage = ({ path, search, person, allowedPages, security }: Visit): string | null => {
  const here = `${path}${search}`
  if (within(path, paths.me) && !person) return paths.login(here)
  if (within(path, paths.admin) && (!person || !allowedPages)) return paths.home
  if (accountPages.test(path)) return null
  if (security?.login_required && !person) return paths.login(here)
  if (security?.is_close && !(person && allowedPages)) return paths.login()
  return null
}
