/** The nine domains and their features: the same names in every layer (docs/ARCHITECTURE.md, "Domains"). */
export const domains: Record<string, readonly string[]> = {
  people: [
    "account",
    "session",
    "two-factor",
    "oauth",
    "verification",
    "captcha",
    "sms",
    "group",
    "user",
    "punishment",
    "decision",
    "appeal",
    "privacy",
    "security-event",
    "activity",
  ],
  library: [
    "document",
    "reading",
    "files",
    "attachment",
    "instant-upload",
    "recycle",
    "sharing",
    "category",
    "language",
    "content",
    "entitlement",
    "search",
  ],
  articles: ["article"],
  community: ["comment", "favorite", "notification", "report", "complaint", "sensitive-word", "content-safety"],
  money: ["order", "payment", "ledger", "sign-in", "download-code", "recharge", "membership"],
  collecting: ["spider", "importer", "folder-import"],
  site: [
    "site",
    "settings",
    "banner",
    "navigation",
    "friendlink",
    "advertisement",
    "announcement",
    "sitemap",
    "feed",
    "opds",
    "oai",
    "indexing-push",
    "cdn",
    "webhook",
    "samples",
  ],
  operations: [
    "dashboard",
    "alarm",
    "job",
    "review",
    "claim",
    "audit",
    "backup",
    "host",
    "maintenance",
    "trial",
    "daily-count",
    "doctor",
    "api-docs",
  ],
  upload: ["upload"],
}

/** Folders of `components` that several domains share: not features. `admin` is the engine of the staff screens. */
export const sharedComponents = ["admin", "providers", "ui"]

export const featureNames = Object.values(domains).flat()

/**
 * Returns the unit that a file belongs to. In `server`, it is the folder of its feature, port or layer with everything below it, and a file
 * directly in `server/` is its own, since these files connect all the others. Elsewhere it is the file's folder.
 */
export const roomOf = (path: string): string => {
  const parts = path.split("/")
  const depth = (): number => {
    if (parts[0] === "server") return parts[1] === "modules" ? 4 : parts[1] === "ports" ? 3 : 2
    return parts.length - 1
  }
  return parts.slice(0, depth()).join("/")
}
