export { MissingScreen as default } from "@/components/admin/shell/missing-screen"
