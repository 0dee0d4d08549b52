/**
 * By how much a test's limit of time exceeds what an idle machine needs. Such limits tell what ends from what hangs, and what grows
 * with its input from what grows with the square of it; they measure no speed (`npm run bench` does), and the machines that run the
 * tests are slow or busy.
 */
export const patience = 5

/** How long a test waits for what is to come: vitest's own second is too short where a process waits for its turn. What never comes fails all the same. */
export const waitMs = 20_000
