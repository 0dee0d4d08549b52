/**
 * Runs in the page and watches the focus: whether the focused element looks different with and without focus, and whether its focus ring is
 * clipped.
 */
const watchFocus = (part) => {
  const within = (part && document.querySelector(part)) || document
  const signature = (element) => {
    const drawn = (one, pseudo) => {
      const style = getComputedStyle(one, pseudo)
      const outline = style.outlineStyle === "none" ? "" : `${style.outlineWidth} ${style.outlineColor}`
      return `${outline}|${style.boxShadow}|${style.borderTopColor} ${style.borderTopWidth} ${style.borderBottomColor}`
    }
    const around = []
    for (let one = element, n = 0; one && one !== document.body && n < 4; one = one.parentElement, n += 1) around.push(one)
    // the adjacent element draws a hidden input
    if (element.nextElementSibling && element.matches("input")) around.push(element.nextElementSibling)
    if (element.firstElementChild) around.push(element.firstElementChild)
    return around.flatMap((one) => [drawn(one), drawn(one, "::before"), drawn(one, "::after")]).join("\n")
  }
  const nameOf = (element) => {
    const text = (element.getAttribute("aria-label") || element.textContent || element.getAttribute("placeholder") || "").trim()
    const selector =
      typeof element.className === "string" && element.className ? `.${element.className.trim().replaceAll(/\s+/g, ".")}` : ""
    return `${element.localName}${selector} ${text.slice(0, 24)}`.trim()
  }
  /** Returns true if fewer than two sides of the focus ring are inside the elements that clip it. */
  const isCut = (element) => {
    const style = getComputedStyle(element)
    if (style.outlineStyle === "none") return false
    const reach = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth) - 0.5
    const box = element.getBoundingClientRect()
    const sides = { left: box.left - reach, right: box.right + reach, top: box.top - reach, bottom: box.bottom + reach }
    const seen = { left: true, right: true, top: true, bottom: true }
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one)
      const clip = one.getBoundingClientRect()
      if (overflowX !== "visible") {
        seen.left &&= sides.left >= clip.left - 1
        seen.right &&= sides.right <= clip.right + 1
      }
      if (overflowY !== "visible") {
        seen.top &&= sides.top >= clip.top - 1
        seen.bottom &&= sides.bottom <= clip.bottom + 1
      }
    }
    return Object.values(seen).filter(Boolean).length < 2
  }
  /** @type {{ first: HTMLElement | null, now: HTMLElement | null, before: { element: HTMLElement, focused: string } | null, fields: { element: HTMLElement, focused: string }[], stops: number, again: number, ended: boolean, seen: WeakSet<HTMLElement>, dim: Set<string>, cut: Set<string> }} */
  const walk = {
    first: null,
    now: null,
    before: null,
    fields: [],
    stops: 0,
    again: 0,
    ended: false,
    seen: new WeakSet(),
    dim: new Set(),
    cut: new Set(),
  }
  // editable text has a caret
  const isDim = ({ element, focused }) => element.isConnected && !element.isContentEditable && signature(element) === focused
  /** Checks the elements when Tab is pressed: by then the focused element and the one focused before it have their final look. */
  const settle = ({ key }) => {
    if (key !== "Tab") return
    // an editor uses Tab as text input until Esc is pressed
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.isContentEditable)
      focused.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }))
    // after the last stop, no element may have the focus
    if (walk.now !== document.activeElement) walk.now = null
    const { before, now } = walk
    if (before && isDim(before)) {
      // a field and the button beside it may share the box that displays the focus, and the field has its caret: the field is checked again
      // at the end
      if (before.element.matches("input, select, textarea")) walk.fields.push(before)
      else walk.dim.add(nameOf(before.element))
    }
    walk.before = now && { element: now, focused: signature(now) }
    if (now && isCut(now)) walk.cut.add(nameOf(now))
  }
  const arrive = (element) => {
    if (element === walk.first || !within.contains(element)) walk.ended = true
    walk.now = walk.ended ? null : element
    if (walk.ended) return
    walk.first ??= element
    if (walk.seen.has(element)) walk.again += 1
    walk.seen.add(element)
    walk.stops += 1
  }
  // the same page can be walked again after a navigation without a page load
  const listening = new AbortController()
  const endFocusWalk = () => {
    listening.abort()
    return walk.fields.filter(isDim).map(({ element }) => nameOf(element))
  }
  Object.assign(window, { focusWalk: walk, endFocusWalk })
  const options = { capture: true, signal: listening.signal }
  addEventListener("keydown", settle, options)
  addEventListener("focusin", ({ target }) => target instanceof HTMLElement && arrive(target), options)
}

const batch = 20
const most = 600

/**
 * Presses Tab until the focus returns to its start or leaves the part. Reports elements without visible focus, and whether the walk does
 * not end.
 * @param {import("playwright").Page} page @param {string} [part] selector of the part that is walked, the whole page by default
 * @returns {Promise<{ stops: number, faults: string[] }>}
 */
export async function walkFocus(page, part) {
  await page.evaluate((start) => {
    const element = start ? document.querySelector(start) : null
    if (element instanceof HTMLElement) {
      element.tabIndex = -1
      element.focus()
      return
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // the next Tab goes to the first stop of the page, wherever the focus was before: another start element may be gone when the walk
    // returns to it
    document.body.tabIndex = -1
    document.body.focus({ preventScroll: true })
    document.body.removeAttribute("tabindex")
  }, part)
  await page.evaluate(watchFocus, part)
  for (let pressed = 0; pressed < most; pressed += batch) {
    // sequential: a field finishes its handling of one key before the next, as with the fastest users
    for (let n = 0; n < batch; n += 1) await page.keyboard.press("Tab")
    if (await page.evaluate("focusWalk.ended || focusWalk.again > 5")) break
  }
  // a stop is checked at the Tab after the one that leaves it
  await page.keyboard.press("Tab")
  /** @type {{ stops: number, ended: boolean, dim: string[], cut: string[] }} */
  const { stops, ended, dim, cut } = await page.evaluate(
    "(document.activeElement?.blur(), { stops: focusWalk.stops, ended: focusWalk.ended, dim: [...focusWalk.dim], cut: [...focusWalk.cut] })",
  )
  /** @type {string[]} */
  const fields = await page.evaluate("endFocusWalk()")
  return {
    stops,
    faults: [
      ...(ended ? [] : [`Tab 走不完（${stops} 站）`]),
      ...[...dim, ...fields].map((name) => `看不出焦点：${name}`),
      ...cut.map((name) => `焦点框被裁掉：${name}`),
    ],
  }
}
