/** The whole environment of a child: what is given and nothing else. Node's types ask for keys that a stranger's parser must not have. */
export const childEnvironment = (values: Record<string, string> = {}): NodeJS.ProcessEnv => values as unknown as NodeJS.ProcessEnv
