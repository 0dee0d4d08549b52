/** Event for the comment form, which may not be loaded yet. */
export const asked = "doujia:comment-page"

/** Opens the form to comment on page `page`. */
export const askAboutPage = (page: number): void => void window.dispatchEvent(new CustomEvent(asked, { detail: page }))
