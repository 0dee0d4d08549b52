/**
 * The modules by floor, the lowest first: a module imports only from modules on floors below its own (docs/decisions/016). The table of
 * docs/ARCHITECTURE.md is generated from this list.
 */
export const floors = [
  ["settings", "category", "activity", "audit", "files", "navigation", "banner", "friendlink", "group", "daily-count", "decision", "claim"],
  ["punishment", "security-event", "host", "trial", "webhook", "sensitive-word", "content-safety"],
  ["user", "captcha", "sms", "language"],
  ["ledger", "session", "entitlement", "attachment", "verification", "two-factor", "payment"],
  ["account", "article", "document", "download-code", "sign-in", "advertisement", "announcement"],
  ["content", "instant-upload", "recycle", "sharing", "oauth", "site", "order", "spider"],
  ["comment", "favorite", "notification", "reading", "search", "sitemap", "oai", "indexing-push", "cdn"],
  ["report", "complaint", "appeal", "privacy", "samples", "maintenance", "dashboard", "job"],
  ["importer", "folder-import", "review"],
  ["backup"],
  ["doctor"],
  ["alarm"],
]
