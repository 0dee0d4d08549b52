import { cleanup, configure } from "@testing-library/react"
import { afterEach, vi } from "vitest"
import { waitMs } from "./patience"
import "./unit.setup"

const createElement = Document.prototype.createElement

/**
 * Leaves antd's thousands of CSS rules out of the page, except those that hide: for every element that a query by role looks at, jsdom
 * matches every rule, which takes half of the time of a screen.
 */
function ignoreAntdStyles() {
  document.createElement = function create(this: Document, ...words: Parameters<typeof createElement>) {
    const element = createElement.apply(this, words)
    if (element instanceof HTMLStyleElement) element.type = "text/plain"
    return element
  } as typeof document.createElement
  const hiding = createElement.call(document, "style")
  hiding.textContent = '[class*="ant-"][class*="-hidden "], [class*="ant-"][class$="-hidden"] { display: none }'
  document.head.append(hiding)
}

configure({ asyncUtilTimeout: waitMs })
afterEach(cleanup)

// The files of a process share packages and jsdom: each starts with our own modules reloaded and with an empty page.
vi.resetModules()
vi.unstubAllGlobals()
vi.restoreAllMocks()
document.head.replaceChildren()
ignoreAntdStyles()
document.body.replaceChildren()
window.localStorage.clear()
window.sessionStorage.clear()
window.history.replaceState(null, "", "/")
