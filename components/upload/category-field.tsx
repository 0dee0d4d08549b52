"use client"

import { CategoryChoice } from "@/components/ui/form/category-choice"
import type { Field } from "@/components/ui/form/field-props"
import { useCategories } from "./upload-context"

/** 0 = none. */
export const CategoryField = ({ placeholder = "放在哪个书架", ...rest }: Field<number>) => (
  <CategoryChoice {...rest} categories={useCategories()} placeholder={placeholder} />
)
