import { redirect } from "next/navigation"
import { dashboard } from "@/lib/view/admin-menu"

export default function AdminPage() {
  redirect(dashboard.path)
}
