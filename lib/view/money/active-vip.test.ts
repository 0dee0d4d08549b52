import { expect, test } from "vitest"
import { activeVip, isActive } from "./active-vip"

const now = Date.parse("2026-06-18T02:00:00Z")
const card = (joined_at: string | null, expired_at: string | null) => ({ joined_at, expired_at })

test("a card is valid from its first day to its last", () => {
  expect(isActive(card("2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z"), now)).toBe(true)
  expect(isActive(card("2026-06-19T00:00:00Z", "2026-07-01T00:00:00Z"), now)).toBe(false)
  expect(isActive(card("2026-05-01T00:00:00Z", "2026-06-18T01:59:59Z"), now)).toBe(false)
  expect(isActive(card(null, null), now)).toBe(false)
})

test("of the active cards, the one that ends first is used", () => {
  const soon = card("2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z")
  expect(
    activeVip([card("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"), soon, card("2026-07-01T00:00:00Z", "2026-08-01T00:00:00Z")], now),
  ).toBe(soon)
  expect(activeVip([], now)).toBeNull()
})
