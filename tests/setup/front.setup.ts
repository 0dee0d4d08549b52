import { cleanup, configure } from "@testing-library/react"
import { afterEach } from "vitest"
import "./unit.setup"

// a busy machine draws late; what never comes fails all the same
configure({ asyncUtilTimeout: 5_000 })
afterEach(cleanup)
