const MAX_NAMES = 10

/** Returns the names of attachments as part of a sentence. */
export function listedNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES).map((name) => name || "未命名")
  return `${listed.join("、")}${names.length > MAX_NAMES ? ` 等 ${names.length} 个` : ""}`
}
