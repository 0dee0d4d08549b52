import { redirect } from "next/navigation"
import { dashboard } from "@/lib/domain/admin-menu"

export default function AdminPage() {
  redirect(dashboard.path)
}
