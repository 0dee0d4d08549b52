/**
 * Lets keyboard users leave the editor, in which Tab indents (WCAG 2.1.2): the next Tab or Shift + Tab after Esc goes to the browser.
 * Any other key in between cancels that. Returns a cleanup function.
 */
export const leaveWithTab = (area: HTMLElement): (() => void) => {
  let free = false
  const onKey = (event: KeyboardEvent) => {
    // Esc first ends a composition, and Shift alone is the start of Shift + Tab
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
