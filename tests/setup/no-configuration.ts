import { describeEnv } from "../../server/env"

/**
 * Returns the environment for a tested process, without the configuration of this machine. An empty value counts as not set, and keeps the
 * project's `.env` from setting it.
 */
export const withoutConfiguration = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(describeEnv().map(({ name }) => [name, ""])),
})
