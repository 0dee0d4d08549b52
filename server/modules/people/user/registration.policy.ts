import type { Services } from "@/server/context"
import { invalid } from "@/server/errors"
import { settingsOf } from "../../site/settings/settings.usecases"

/** Rejects every way of registering while registration is closed (docs/reference/api.md 2.1). */
export const requireRegistrationOpen = async (app: Services): Promise<void> => {
  const { enable_register, is_close } = await settingsOf(app, "security")
  if (!enable_register) throw invalid("系统未开放注册")
  if (is_close) throw invalid("网站已关闭，暂时不允许注册")
}
