/** The site's name from the settings, else the project's. */
export const siteName = (system: { sitename: string }): string => system.sitename || "豆架"

/** What stood there before anybody set a title, and may have been saved along with the name. */
const oldDefault = "豆架 · 打开就能读的文库"

/** The home page's title: what was set by itself, else it follows the site's name. */
export const homeTitle = (system: { sitename: string; title: string }): string =>
  system.title && system.title !== oldDefault ? system.title : `${siteName(system)} · 打开就能读的文库`
