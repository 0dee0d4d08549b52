import type { Metadata } from "next"
import type { ReactNode } from "react"
import "@/app/styles/antd-admin.gen.css"
import "@/app/styles/form.css"
import "@/app/styles/header.css"
import "@/app/styles/admin.css"
import { AdminShell } from "@/components/admin/shell/admin-shell"
import { AntdProvider } from "@/components/providers/antd"

/** The title is the shell's: it knows which screen is open, and its name stands in one table (`lib/view/admin-menu.ts`). */
export const metadata: Metadata = { title: { absolute: "" }, robots: { index: false, follow: false } }

/** Nothing personal is read here: who may see what is decided by the guard, the shell and, finally, the API. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <AntdProvider>
      <AdminShell>{children}</AdminShell>
    </AntdProvider>
  )
}
