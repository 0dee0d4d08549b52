/** Paths that are passed on to the remote server. All others are pages of this program. */
const passedOn = /^\/(api\/v1|view|download|uploads|callback|sitemap)(\/|\.xml|$)/

/** Returns the path as a server may interpret it: resolves escaped dots and slashes, backslashes, empty segments and dot segments. */
const resolved = (path: string): string => {
  const plain = path
    .replace(/%2e/gi, ".")
    .replace(/%2f|%5c|\\/gi, "/")
    .replace(/\/+/g, "/")
  const segments: string[] = []
  for (const segment of plain.split("/").slice(1)) {
    if (segment === "..") segments.pop()
    else if (segment !== ".") segments.push(segment)
  }
  return `/${segments.join("/")}`
}

/**
 * Returns which server answers a path. `ours`: a page. `theirs`: passed on unchanged. `odd`: it leads to the remote server in a spelling
 * that servers may interpret differently (`/view/%2e%2e/api`, `//api/v1`), or has broken escapes, so no server answers it.
 */
export const ownerOf = (path: string): "ours" | "theirs" | "odd" => {
  const plain = resolved(path)
  if (!passedOn.test(path) && !passedOn.test(plain)) return "ours"
  return path === plain && !/%(?![0-9a-f]{2})|%00|[\u0000-\u0020\u007f]/i.test(path) ? "theirs" : "odd"
}
