import type { Metadata } from "next"
import type { ReactNode } from "react"
import "@/app/styles/antd-admin.gen.css"
import "@/app/styles/form.css"
import "@/app/styles/header.css"
import "@/app/styles/admin.css"
import { AdminShell } from "@/components/admin/shell/admin-shell"
import { AntdProvider } from "@/components/providers/antd"

/** The shell sets the title of the open screen from `lib/view/admin-menu.ts`. */
export const metadata: Metadata = { title: { absolute: "" }, robots: { index: false, follow: false } }

/** Reads nothing personal: access is decided by the guard, the shell and, finally, the API. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AntdProvider>
      <AdminShell>{children}</AdminShell>
    </AntdProvider>
  )
}
