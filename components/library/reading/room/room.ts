/**
 * The controls around the pages: "" the header, the toolbar and the download bar; "bar" one bar of 44 px; "bare" nothing, until the next tap
 * (phones only). An attribute of the root element, so that style sheets of every part follow it without a render.
 */
export type Room = "" | "bar" | "bare"

/** Distances in px that a user scrolls in one direction before the bars fold or return. */
const folds = 24
const returns = 64

/** Returns the room after scrolling `moved` px in one direction; negative is upward. */
export const roomAfterScroll = (room: Room, moved: number): Room => {
  if (room === "" && moved >= folds) return "bar"
  return room === "bar" && moved <= -returns ? "" : room
}

/** A tap in the middle hides everything around the pages, and shows the bar again. */
export const roomAfterTap = (room: Room): Room => (room === "bare" ? "bar" : "bare")

/** The effect of a tap at a distance from the left edge: the outer thirds turn pages. */
export const zoneOf = (left: number, width: number): -1 | 0 | 1 => {
  if (left < width / 3) return -1
  return left > (2 * width) / 3 ? 1 : 0
}

/** Until this time scrolling is caused by a tap, and does not fold or unfold the bars. */
let heldUntil = 0
export const holdRoom = (ms: number): void => void (heldUntil = Date.now() + ms)
export const isRoomHeld = (): boolean => Date.now() < heldUntil

export const readRoom = (): Room => (document.documentElement.dataset.room as Room | undefined) ?? ""

export const setRoom = (room: Room): void => {
  if (readRoom() === room) return
  if (room) document.documentElement.dataset.room = room
  else delete document.documentElement.dataset.room
}
