import { notFound } from "next/navigation"
import { ConfigScreen } from "@/components/site/settings/admin/config-screen"
import { settingsScreens } from "@/lib/view/site/settings-screens"

/** The settings screen with this name; 404 if the name is unknown. The shell answers for one that the back end lacks. */
export default async function ConfigPage({ params }: { params: Promise<{ group: string }> }) {
  const { group } = await params
  if (!settingsScreens.has(group)) notFound()
  return <ConfigScreen key={group} name={group} />
}
