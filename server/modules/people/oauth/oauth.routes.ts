import { oauth } from "@/lib/contract/people/oauth"
import { serve } from "@/server/routes"
import { bindOauth, readBindings, unbindOauth } from "./binding.usecases"
import { beginOauth, finishWithFactor, logInWithOauth, readOauthConfigs } from "./oauth.usecases"
import { signForWechat } from "./wechat-share.usecases"

export const oauthRoutes = serve(oauth, {
  "GET /oauth/configs": readOauthConfigs,
  "POST /oauth/begin": beginOauth,
  "POST /oauth/login": logInWithOauth,
  "POST /oauth/factor": finishWithFactor,
  "POST /oauth/bind": bindOauth,
  "GET /oauth/wxshare/signature": signForWechat,
  "GET /user/oauth": readBindings,
  "DELETE /user/oauth": unbindOauth,
})
