import type { Db } from "../../db/client"
import { listStandings } from "../user/membership.repository"

/** Is the person a VIP member now: by a card that is valid, or made one by staff? */
export const isVip = async (db: Db, userId: number, now: Date): Promise<boolean> =>
  (await listStandings(db, [userId], now)).get(userId)?.is_vip === true
