import type { Metadata } from "next"
import type { ReactNode } from "react"
import "@/app/styles/antd-admin.gen.css"
import "@/app/styles/form.css"
import "@/app/styles/admin.css"
import { AdminShell } from "@/components/admin/shell/admin-shell"
import { AntdProvider } from "@/components/ui/antd"

/** The title is empty because the shell sets the title of the open screen from `lib/view/admin-menu.ts`. */
export const metadata: Metadata = { title: { absolute: "" }, robots: { index: false, follow: false } }

/** The layout reads no personal data. The shell hides what the user may not open, and the API refuses it. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AntdProvider>
      <AdminShell>{children}</AdminShell>
    </AntdProvider>
  )
}
