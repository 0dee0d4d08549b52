/*
 * The site's cookies. Over https their names begin with `__Host-`: browsers accept such cookies only from this exact host, over https and
 * for all paths, so that neither a sibling host nor an attacker on a plain connection can set one (docs/decisions/052). Over http the
 * prefix is not available.
 */

export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** Returns the session token; `read` returns a cookie's value or "". Over https the cookie without the prefix is ignored. */
export const sessionTokenIn = (read: (name: string) => string, secure: boolean): string =>
  read(cookieName("doujia_session", true)) || (secure ? "" : read("doujia_session"))

/** Names a browser that has opened a share link. */
export const visitorCookie = "doujia_visitor"
/** Returns the browser's id for share links, like `sessionTokenIn`. */
export const visitorIn = (read: (name: string) => string, secure: boolean): string =>
  read(cookieName(visitorCookie, true)) || (secure ? "" : read(visitorCookie))

/** Checks the protocol of the visitor's connection, as reported by a reverse proxy. */
export const isHttps = (forwardedProto: string | null | undefined): boolean => forwardedProto === "https"
