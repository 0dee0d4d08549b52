import { notFound } from "next/navigation"
import { ConfigScreen } from "@/components/site/settings/admin/config-screen"
import { requireOffered } from "@/components/site/site/require-offered"
import { settingsNeed } from "@/lib/view/admin-menu"
import { settingsScreens } from "@/lib/view/site/settings-screens"

/** The settings screen with this name; 404 if the name is unknown or the back end does not support it. */
export default async function ConfigPage({ params }: { params: Promise<{ group: string }> }) {
  const { group } = await params
  if (!settingsScreens.has(group)) notFound()
  await requireOffered(settingsNeed(group))
  return <ConfigScreen key={group} name={group} />
}
