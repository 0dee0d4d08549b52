import { notFound } from "next/navigation"
import { ConfigScreen } from "@/components/admin/settings/config-screen"
import { settingsScreens } from "@/lib/view/settings-screens"

/** Every screen of settings; an unknown name is an unknown page. */
export default async function ConfigPage({ params }: { params: Promise<{ group: string }> }) {
  const { group } = await params
  if (!settingsScreens.has(group)) notFound()
  return <ConfigScreen key={group} name={group} />
}
