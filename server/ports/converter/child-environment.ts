/** The complete environment of a child: only what is given. Typed because Node's types demand keys that a parser of uploaded files must not have. */
export const childEnvironment = (values: Record<string, string> = {}): NodeJS.ProcessEnv => values as unknown as NodeJS.ProcessEnv
