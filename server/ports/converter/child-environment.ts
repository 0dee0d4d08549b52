/**
 * The complete environment of a child process: only the given values. Typed because Node's types require keys that a parser of uploaded
 * files must not have.
 */
export const childEnvironment = (values: Record<string, string> = {}): NodeJS.ProcessEnv => values as unknown as NodeJS.ProcessEnv
