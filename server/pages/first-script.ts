/** The attribute of the layout's script that must run before all others (app/layout.tsx). */
const mark = ' data-first=""'

/**
 * Moves the first script to the beginning of `<head>`. React puts style sheets and the async scripts of Next before it: a script waits for
 * the style sheets above it, so Next's scripts could run earlier and would miss what an older browser lacks (docs/decisions/175).
 */
export const withFirstScriptFirst = (html: string): string => {
  const at = html.indexOf(mark)
  const begin = html.lastIndexOf("<script", at)
  const end = html.indexOf("</script>", at) + "</script>".length
  const head = html.indexOf("<head>") + "<head>".length
  if (at < 0 || begin < head || head < "<head>".length || end <= at) return html
  return html.slice(0, head) + html.slice(begin, end) + html.slice(head, begin) + html.slice(end)
}
