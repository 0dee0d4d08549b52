import { cleanup, configure } from "@testing-library/react"
import { afterEach, vi } from "vitest"
import { waitMs } from "./patience"
import "./unit.setup"

configure({ asyncUtilTimeout: waitMs })
afterEach(cleanup)

// The files of a process share packages and jsdom: each starts with our own modules reloaded and with an empty page.
vi.resetModules()
document.head.replaceChildren()
document.body.replaceChildren()
window.localStorage.clear()
window.sessionStorage.clear()
window.history.replaceState(null, "", "/")
