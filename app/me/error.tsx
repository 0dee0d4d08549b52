"use client"

export { ErrorInside as default } from "@/components/ui/error-view"
