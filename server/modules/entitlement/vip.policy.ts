import type { Db } from "../../db/client"
import { listMemberships } from "../user/membership.usecases"

/** Is the person a VIP member now: by a card that is valid, or made one by staff? */
export const isVip = async (db: Db, userId: number, now: Date): Promise<boolean> =>
  (await listMemberships({ db }, [userId], now)).get(userId)?.is_vip === true
