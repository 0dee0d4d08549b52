// The health check of the container: exits with 0 if /readyz answers 200.
const { PORT = "8880" } = process.env
fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => (process.exitCode = ok ? 0 : 1),
  () => (process.exitCode = 1),
)
