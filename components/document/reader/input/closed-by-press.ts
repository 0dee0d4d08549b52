/** A press beside a native dialog closes it, where the browser knows how; React's types do not know the attribute yet. */
export const closedByPress = { closedby: "any" } as const
