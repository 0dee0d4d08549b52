import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { withoutConfiguration } from "../../setup/no-configuration"
import { login, type ClientUser } from "./client"
import { query } from "./database"

type Site = { main: string; dataDir: string; url: string }

/** Logs in as the first administrator of a running site, with a new password: the start that printed the first one may have been killed. */
export const loginAsFirstAdmin = async ({ main, dataDir, url }: Site): Promise<ClientUser> => {
  const [first] = await query<{ username: string }>(dataDir, 'select username from "user" where id = 1')
  const env = { ...withoutConfiguration(), NODE_ENV: "production" as const, DATA_DIR: dataDir }
  const command = [join(main, "../cli.mjs"), "reset-password", first!.username]
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  return login(url, first!.username, stdout.trim().split("：").at(-1)!)
}
