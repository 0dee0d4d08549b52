/**
 * The factor between a test's time limit and the time that an idle machine needs. Such limits distinguish code that ends from code that
 * hangs, and linear from quadratic growth. They do not measure speed (`npm run bench` does), and test machines are slow or busy.
 */
export const patience = 5

/**
 * How long a test waits for an expected event (ms): vitest's default of one second is too short if a process waits for its turn. An event
 * that never happens still fails the test.
 */
export const waitMs = 20_000
