/** Headers of one connection, never passed to the next (RFC 9110 §7.6.1). */
export const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "host",
  "accept-encoding",
])
