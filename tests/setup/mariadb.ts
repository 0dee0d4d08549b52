import { launchMariaDb } from "../../scripts/import/mariadb.mjs"
import { closeAtTheEnd } from "./opened"
import { patience } from "./patience"

/** Starts a MariaDB that is removed when the file's tests end. */
export const startMariaDb = async (): ReturnType<typeof launchMariaDb> => {
  const maria = await launchMariaDb(20_000 * patience)
  closeAtTheEnd(maria.stop)
  return maria
}
