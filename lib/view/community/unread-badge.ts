/** Returns a number of unread notifications for a small badge. */
export const badgeOf = (unread: number): string => (unread > 99 ? "99+" : String(unread))
