const forbidden = "script,style,base,meta,link,object,embed,noscript"
const muted = "data-muted-"

/**
 * Renames inline handlers in tags before parsing: even a document that is only parsed reports them to the content security policy. An
 * unclosed tag ends with the text, so that the text is scanned only once.
 */
const muteHandlers = (content: string): string =>
  content.replace(/<[a-z][^>]*(?:>|$)/gi, (tag) => tag.replace(/([\s"'/])on([a-z]+\s*=)/gi, `$1${muted}$2`))

/**
 * Prepares staff's HTML for the page. Scripts cannot run here (the page's policy allows only its own), so scripts and inline handlers are
 * removed instead of causing policy errors. Style sheets are removed because they would affect the whole page.
 * Links open in a new tab and are marked as sponsored. Needs a browser.
 */
export const adHtml = (content: string): string => {
  const { body } = new DOMParser().parseFromString(muteHandlers(content), "text/html")
  for (const element of body.querySelectorAll(forbidden)) element.remove()
  for (const element of body.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const script = /^(href|src|action|formaction|xlink:href)$/i.test(name) && /^[\s\u0000-\u001f]*(javascript|vbscript):/i.test(value)
      if (name.toLowerCase().startsWith("on") || name.startsWith(muted) || script) element.removeAttribute(name)
    }
  }
  for (const link of body.querySelectorAll("a[href]")) {
    if (link.getAttribute("href")?.startsWith("#")) continue
    link.setAttribute("target", "_blank")
    link.setAttribute("rel", "sponsored nofollow noopener noreferrer")
  }
  return body.innerHTML.trim()
}
