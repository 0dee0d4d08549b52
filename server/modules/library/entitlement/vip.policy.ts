import type { Db } from "@/server/db/client"
import { listMemberships } from "../../people/user/membership.usecases"

/** Checks whether the user is a VIP member now, by a valid card or appointed by staff. */
export const isVip = async (db: Db, userId: number, now: Date): Promise<boolean> =>
  (await listMemberships({ db }, [userId], now)).get(userId)?.is_vip === true
