const block = /(<pre><code(?: class="[^"]*")?>)([^]*?)(<\/code><\/pre>)/g

/**
 * Removes the highlighting spans from code blocks (`code-highlight.ts`), for programs and editors whose style sheets do not support them.
 * Saving the HTML highlights the code again.
 */
export const withPlainCode = (html: string): string =>
  html.replace(block, (_, open: string, inner: string, close: string) => open + inner.replace(/<\/?span[^>]*>/g, "") + close)
