import { NextResponse, type NextRequest } from "next/server"
import { findBackend, type Backend } from "@/lib/api/backend"
import { factorMissing as factorMissingCode } from "@/lib/api/second-factor"
import type { Permission } from "@/lib/contract/types"
import { allowedPagesOf } from "@/lib/rules/people/admin-access"
import { isHttps, sessionTokenIn } from "@/lib/rules/people/session-cookie"
import { paths } from "@/lib/rules/path"
import { isMissingScreen } from "@/lib/view/admin-menu"
import { guardPage } from "@/lib/view/people/guards"
import { isStaff } from "@/lib/rules/people/staff"

/**
 * Courtesy redirects (docs/reference/specification.md 6): they save users from pages that would be empty. The API itself authorizes every
 * read and write. The matcher must never cover /api, /view or uploads, because Next silently truncates a matched body at 10 MB.
 * The file is named as in the specification's layout, although Next 16 prefers `proxy.ts` (docs/decisions/002).
 */
export const config = {
  runtime: "nodejs",
  matcher: [
    {
      source: "/((?!api/|_next/|view/|download/|uploads/|healthz|readyz|metrics|.*\\.[a-z0-9]+$).*)",
      // shared pages are rendered only while the site is open to all visitors (server/pages/render.ts)
      missing: [{ type: "header", key: "x-for-everybody" }],
    },
  ],
}

export async function middleware(request: NextRequest) {
  const backend = findBackend()
  if (!backend) return NextResponse.next()
  const token = sessionTokenIn((name) => request.cookies.get(name)?.value ?? "", isHttps(request.headers.get("x-forwarded-proto")))
  const { pathname, search } = request.nextUrl
  const [settings, user] = await Promise.all([backend.call("GET /settings", {}, ""), token ? backend.call("GET /user", {}, token) : null])
  // while the back end is unavailable, the user is unknown: do not redirect to the login
  if (user && !user.ok && (user.status >= 500 || user.status === 0)) return NextResponse.next()
  const security = settings.ok ? settings.data.security : null
  const person = user?.ok ? user.data : null
  const { permissions, factorMissing } =
    person && (security?.is_close || pathname.startsWith("/admin")) ? await permissionsOf(backend, token) : nobody
  const target = guardPage({
    path: pathname,
    search,
    person,
    allowedPages: allowedPagesOf(permissions),
    isStaff: isStaff({ permissions }),
    factorMissing,
    security,
  })
  const absent = settings.ok ? settings.data.capabilities.absent : []
  const isMissing = isMissingScreen(pathname, absent)
  // a screen that the server lacks is a 404 rather than a refusal, for every user
  const isLacked = isMissing && target === paths.admin && !isMissingScreen(pathname, [])
  if (target && !isLacked) return NextResponse.redirect(new URL(target, request.nextUrl))
  // the /admin layout renders its own 404 page, but only after loading the session; the status must be set before that
  return isMissing ? NextResponse.rewrite(request.nextUrl, { status: 404 }) : NextResponse.next()
}

const nobody = { permissions: [] as Permission[], factorMissing: false }

const permissionsOf = async (backend: Backend, token: string) => {
  const reply = await backend.call("GET /user/permission", {}, token)
  return reply.ok ? { ...nobody, permissions: reply.data.permission } : { ...nobody, factorMissing: reply.code === factorMissingCode }
}
