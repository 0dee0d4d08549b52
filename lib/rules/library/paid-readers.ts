/**
 * For how many readers of one neighbourhood of addresses a share link pays within 24 hours: cookies are discarded easily, accounts are not
 * (docs/decisions/478). `anonymous`: before a login is needed; `all`: a class or an office that logs in.
 */
export const paidReaders = { anonymous: 3, all: 50 } as const
