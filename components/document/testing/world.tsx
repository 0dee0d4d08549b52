import { fireEvent, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, vi } from "vitest"
import { DocumentDialogs } from "../document-dialogs"
import { DocumentMenu } from "../document-menu"
import { DocumentStateProvider } from "../document-state"
import { FavoriteButton, FavoriteCount, ScoreFact } from "../favorite/favorite-button"
import { FavoriteSaved } from "../favorite/favorite-saved"
import { Rating } from "../talk/rating"
import { ReportButton } from "../report/report-button"
import { ReviewStrip } from "../staff/review-strip"
import type { Place } from "../staff/use-staff-items"

/** What stands around a document: the API's answers by call, who is logged in, and what was said and opened. Import it before anything of the page. */
const world = vi.hoisted(() => ({
  replies: {} as Record<string, unknown>,
  api: vi.fn(),
  said: [] as string[],
  push: vi.fn(),
  refresh: vi.fn(),
  agree: true,
  session: { ready: true, token: "t", user: { id: 7 } as { id: number } | null, permissions: [] as { id: number; path: string }[] },
}))

vi.mock("@/lib/api/client", () => ({ api: world.api }))
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: world.push, refresh: world.refresh }) }))
vi.mock("next/dynamic", () => import("./next-dynamic"))
vi.mock("@/components/providers/session", () => ({
  useSession: (select: (state: unknown) => unknown) => select(world.session),
  useSessionStore: () => ({ getState: () => world.session }),
}))
vi.mock("@/components/providers/feedback", () => {
  const feedback = {
    success: (text: string) => world.said.push(text),
    error: (text: string) => world.said.push(`! ${text}`),
    confirm: async () => world.agree,
  }
  return { useFeedback: () => feedback }
})

export { world }

export const ok = (data: object = {}) => ({ ok: true, status: 200, data })
export const no = (status: number, message: string) => ({ ok: false, status, message })
const numbers = { id: 3, uuid: "abc", title: "函数", ownerId: 9, favorites: 4, comments: 2, score: 450, scores: 2 }
const shelved: Place = { status: 2, recommended: false }
/** Everything around document 3, which person 9 owns. */
export const show = (part: Partial<typeof numbers> = {}, place: Partial<Place> = {}) => {
  const { status, recommended } = { ...shelved, ...place }
  return render(
    <DocumentStateProvider numbers={{ ...numbers, ...part }}>
      <DocumentMenu status={status} recommended={recommended} />
      <ReviewStrip status={status} />
      <FavoriteButton />
      <FavoriteCount />
      <ScoreFact />
      <Rating />
      <ReportButton />
      <FavoriteSaved />
      <DocumentDialogs document={{ id: 3, title: "函数" } as never} />
    </DocumentStateProvider>,
  )
}
export const called = (key: string) => world.api.mock.calls.filter(([one]) => one === key)
export const login = "/login?redirect=%2Fdocument%2Fabc"
export const openMenu = () => fireEvent.click(screen.getByRole("button", { name: "更多操作" }))
export const menu = () => screen.getAllByRole("menuitem").map((item) => item.textContent)

beforeEach(() => {
  world.replies = { "GET /favorite": ok(), "GET /document/score": ok({ score: 0 }) }
  world.api.mockReset().mockImplementation(async (key: string) => world.replies[key] ?? no(500, `unasked ${key}`))
  world.said.length = 0
  world.push.mockReset()
  world.refresh.mockReset()
  world.agree = true
  world.session = { ready: true, token: "t", user: { id: 7 }, permissions: [] }
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "")
  }
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open")
  }
})
afterEach(() => vi.useRealTimers())
