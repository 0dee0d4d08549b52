"use client"

import { CategoryChoice } from "@/components/ui/form/category-choice"
import type { FormFieldProps } from "@/components/ui/form/field-props"
import { useCategories } from "./upload-context"

/** 0 = none. */
export const CategoryField = ({ placeholder = "放在哪个书架", ...rest }: FormFieldProps<number>) => (
  <CategoryChoice {...rest} categories={useCategories()} placeholder={placeholder} />
)
