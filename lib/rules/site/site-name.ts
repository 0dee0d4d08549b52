/** Returns the site's name from the settings, or the project's name. */
export const siteName = (system: { sitename: string }): string => system.sitename || "豆架"

/** The default title of earlier versions, which may have been saved along with the site's name. */
const oldDefault = "豆架 · 打开就能读的文库"

/** Returns the home page's title: the custom one if it is set, otherwise one derived from the site's name. */
export const homeTitle = (system: { sitename: string; title: string }): string =>
  system.title && system.title !== oldDefault ? system.title : `${siteName(system)} · 打开就能读的文库`
