import { fireEvent, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, vi } from "vitest"
import type { Key } from "@/lib/contract/contract"
import { world } from "@/tests/setup/world"
import { DocumentDialogs } from "../document-dialogs"
import { DocumentMenu } from "../document-menu"
import { DocumentStateProvider } from "@/components/providers/document-state"
import { FavoriteButton, FavoriteCount, RatingFact } from "@/components/community/favorite/favorite-button"
import { FavoriteSaved } from "@/components/community/favorite/favorite-saved"
import { Rating } from "../talk/rating"
import { ReportButton } from "@/components/community/report/report-button"
import { ReviewStrip } from "../staff/review-strip"
import type { StaffDocumentState } from "../staff/use-staff-items"

vi.mock("next/dynamic", () => import("./next-dynamic"))

const numbers = {
  id: 3,
  uuid: "abc",
  title: "函数",
  ownerId: 9,
  freeForMembers: false,
  views: 0,
  downloads: 0,
  favorites: 4,
  comments: 2,
  score: 450,
  scores: 2,
}
const shelved: StaffDocumentState = { status: 2, recommended: false }
/** Renders the component within all providers, for document 3, which user 9 owns. */
export const show = (part: Partial<typeof numbers> = {}, moderation: Partial<StaffDocumentState> = {}) => {
  const { status, recommended } = { ...shelved, ...moderation }
  return render(
    <DocumentStateProvider numbers={{ ...numbers, ...part }}>
      <DocumentMenu status={status} recommended={recommended} />
      <ReviewStrip status={status} />
      <FavoriteButton />
      <FavoriteCount />
      <RatingFact />
      <Rating />
      <ReportButton />
      <FavoriteSaved />
      <DocumentDialogs document={{ id: 3, title: "函数" } as never} />
    </DocumentStateProvider>,
  )
}
export const called = (key: Key) => world.api.mock.calls.filter(([one]) => one === key)
export const login = "/login?redirect=%2Fdocument%2Fabc"
export const openMenu = async () => {
  fireEvent.click(screen.getByRole("button", { name: "更多操作" }))
  await screen.findByRole("menu")
}
export const menu = () => screen.getAllByRole("menuitem").map((item) => item.textContent)

beforeEach(() => {
  world.enter({ id: 7 })
  world.answer("GET /favorite", {})
  world.answer("GET /document/score", { score: 0 })
})
afterEach(() => vi.useRealTimers())
