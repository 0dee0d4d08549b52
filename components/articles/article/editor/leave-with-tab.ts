/**
 * In a text Tab indents, so there is another way out for who has no mouse (WCAG 2.1.2): after Esc the next Tab, or Shift + Tab, is the
 * browser's. Whatever is typed in between takes that back. Returns what ends it.
 */
export const leaveWithTab = (area: HTMLElement): (() => void) => {
  let free = false
  const onKey = (event: KeyboardEvent) => {
    // Esc ends a composition first, and Shift alone is the beginning of Shift + Tab
    if (event.isComposing || event.key === "Shift") return
    if (event.key === "Tab" && free) event.stopPropagation()
    free = event.key === "Escape"
  }
  const onLeave = () => void (free = false)
  area.addEventListener("keydown", onKey, true)
  area.addEventListener("focusout", onLeave)
  return () => {
    area.removeEventListener("keydown", onKey, true)
    area.removeEventListener("focusout", onLeave)
  }
}
