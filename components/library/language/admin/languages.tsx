"use client"

import { Select } from "@/components/ui/form/select"
import { useSettings } from "@/components/providers/settings"

type Props = { value: string[]; onChange: (value: string[]) => void }

/** The site's languages as a filter of a list. */
export const LanguagesSelect = ({ value, onChange }: Props) => {
  const { language } = useSettings()
  return (
    <Select<string[]>
      className="wide"
      aria-label="语言"
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder="语言"
      value={value}
      options={language.map((row) => ({ value: row.code, label: row.language }))}
      onChange={onChange}
    />
  )
}

/** The name of a language code; an unknown code is displayed as is. */
export const LanguageName = ({ code }: { code: string }) => {
  const { language } = useSettings()
  return <>{language.find((row) => row.code === code)?.language ?? code}</>
}
