import { expect, test } from "vitest"
import MeIndexPage from "./page"

test("/me/index redirects to /me", () => {
  expect(() => MeIndexPage()).toThrow(expect.objectContaining({ digest: expect.stringMatching(/^NEXT_REDIRECT;[a-z]+;\/me;/) as string }))
})
