import { NextResponse, type NextRequest } from "next/server"
import { findBackend, type Backend } from "@/lib/api/backend"
import { factorMissing as factorMissingCode } from "@/lib/api/second-factor"
import type { Permission } from "@/lib/contract/types"
import { allowedPagesOf } from "@/lib/rules/people/admin-access"
import { isHttps, sessionTokenIn } from "@/lib/rules/people/session-cookie"
import { isMissingScreen } from "@/lib/view/admin-menu"
import { guardPage } from "@/lib/view/people/guards"

/**
 * Courtesy guards (docs/reference/specification.md 6): they spare a person a page that would be empty. Every read and write is decided by the
 * API itself. The matcher never covers /api, /view or uploads: Next cuts a matched body at 10 MB without a word.
 * The file keeps the name of the specification's layout although Next 16 prefers `proxy.ts` (docs/decisions/002).
 */
export const config = {
  runtime: "nodejs",
  matcher: [
    {
      source: "/((?!api/|_next/|view/|download/|uploads/|healthz|readyz|metrics|.*\\.[a-z0-9]+$).*)",
      // what everybody gets is drawn while the site is open to everybody alone (server/pages/render.ts)
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
  // who is looking is not known while the back end is away: nobody is sent to log in again
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
    isStaff: permissions.length > 0,
    factorMissing,
    security,
  })
  if (target) return NextResponse.redirect(new URL(target, request.nextUrl))
  // the frame of /admin draws its own 404 page, but waits for the session first: the status must be known before
  const absent = settings.ok ? settings.data.capabilities.absent : []
  return isMissingScreen(pathname, absent) ? NextResponse.rewrite(request.nextUrl, { status: 404 }) : NextResponse.next()
}

const nobody = { permissions: [] as Permission[], factorMissing: false }

const permissionsOf = async (backend: Backend, token: string) => {
  const reply = await backend.call("GET /user/permission", {}, token)
  return reply.ok ? { ...nobody, permissions: reply.data.permission } : { ...nobody, factorMissing: reply.code === factorMissingCode }
}
