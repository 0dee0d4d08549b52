const block = /(<pre><code(?: class="[^"]*")?>)([^]*?)(<\/code><\/pre>)/g

/**
 * Code blocks without the spans of their colours (`code-highlight.ts`), as they were written: for programs and editors, whose style
 * sheets know nothing of them. Saved again, they are coloured again.
 */
export const withPlainCode = (html: string): string =>
  html.replace(block, (_, open: string, inner: string, close: string) => open + inner.replace(/<\/?span[^>]*>/g, "") + close)
