import type { ReleaseSource } from "@/lib/contract/operations/host.enums"
import type { Ctx } from "@/server/context"
import { keep, readKept } from "../../site/settings/internal-texts.usecases"
import { releaseNotes } from "./release.rules"

const [source, ignored] = ["release_source", "release_ignored"]

/** Returns this version and its changes. No other server is ever queried, so there is never a newer one (docs/reference/api.md 2.3). */
export const readRelease = async (ctx: Ctx) => {
  const { version, changelog } = ctx.app
  const { body, released_at } = releaseNotes(changelog, version)
  return {
    tag_name: version,
    current: version,
    name: `豆架 ${version}`,
    body,
    release_at: released_at,
    source: (await readKept(ctx, source)) || "none",
    ignore: await readKept(ctx, ignored),
  }
}

type Source = (typeof ReleaseSource.options)[number]["value"]

export const setReleaseSource = async (ctx: Ctx, input: { source: Source }) => {
  await keep(ctx, source, input.source)
  return {}
}

/** Stores the version whose update notice staff dismissed; an empty value clears it. */
export const ignoreRelease = async (ctx: Ctx, { tag_name, release }: { tag_name?: string; release?: string }) => {
  await keep(ctx, ignored, tag_name || release || "")
  return {}
}
