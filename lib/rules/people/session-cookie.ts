/*
 * Our cookies. Over https their names begin with `__Host-`: a browser then takes them only from this very host, over https and for all paths, so that
 * neither a neighbouring host name nor somebody on a plain connection can plant one (docs/decisions/052). Over http there is no such name.
 */

export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** The session's token; `read` gives a cookie's value or "". Over https the plain name is not believed. */
export const sessionTokenIn = (read: (name: string) => string, secure: boolean): string =>
  read(cookieName("doujia_session", true)) || (secure ? "" : read("doujia_session"))

/** What a proxy in front says of the visitor's connection. */
export const isHttps = (forwardedProto: string | null | undefined): boolean => forwardedProto === "https"
