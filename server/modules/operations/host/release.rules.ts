/** Returns a version's section of a change log (Markdown, one `## version` or `## version - day` each); empty if there is none. */
export const releaseNotes = (changelog: string, version: string): { body: string; released_at: string } => {
  const sections = changelog.split(/^## /m).slice(1)
  for (const section of sections) {
    const [heading = "", ...lines] = section.split("\n")
    const [name, day = ""] = heading.trim().split(/\s+-\s+/)
    if (name === version) return { body: lines.join("\n").trim(), released_at: day }
  }
  return { body: "", released_at: "" }
}
