import { notFound } from "next/navigation"
import { ConfigScreen } from "@/components/admin/settings/config-screen"
import { settingsScreens } from "@/lib/view/settings-screens"

/** The settings screen of one name; 404 for an unknown name. */
export default async function ConfigPage({ params }: { params: Promise<{ group: string }> }) {
  const { group } = await params
  if (!settingsScreens.has(group)) notFound()
  return <ConfigScreen key={group} name={group} />
}
