/** The id of the root user, who is the first user of the site and has every permission (docs/GLOSSARY.md). */
export const rootUserId = 1

/** Checks whether this is the root user. Of an anonymous visitor there is no id. */
export const isRoot = (user: { id: number } | null | undefined): boolean => user?.id === rootUserId

/** Checks whether the user has any permission or is the root user. Use `ctx.may` or `useMay` to check the permission of a call. */
export const isStaff = ({ root, permissions }: { root?: boolean; permissions: ReadonlySet<unknown> | readonly unknown[] }): boolean =>
  root === true || ("size" in permissions ? permissions.size : permissions.length) > 0
