import { cleanup } from "@testing-library/react"
import { afterEach } from "vitest"
import "./unit.setup"

afterEach(cleanup)
