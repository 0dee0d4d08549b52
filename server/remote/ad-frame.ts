import type { IncomingMessage, ServerResponse } from "node:http"
import { readFrameAddress } from "../../lib/rules/site/advertisement-frame"
import type { Output, Result } from "../../lib/contract/types"
import { notFound } from "../errors"
import { sendFrame } from "../modules/site/advertisement/frame.http"
import type { RemoteCall } from "./call"

/** Creates the answers to `/advertisement-frame/…` in front of an existing server. `call` must return the scripts of advertisements. */
export const createAdFrame =
  (call: RemoteCall) =>
  async ({ req, res, path }: { req: IncomingMessage; res: ServerResponse; path: string }): Promise<void> => {
    const about = readFrameAddress(path)
    const reply = (await call("GET /advertisement/position", {}, "")) as Result<Output<"GET /advertisement/position">>
    const advertisement = reply.ok ? reply.data.advertisement.find(({ id }) => id === about?.id) : undefined
    if (!advertisement) throw notFound("没有这条广告")
    sendFrame({ req, res }, advertisement.content)
  }
