import { asciiDigits } from '#contract/shapes/ascii-digits.ts'

interface NamedPage {
  page: number
  label: string | null
}

/** The page with a printed name or number; undefined without one. Phones begin what is typed with a capital. */
export const pageNamed = (pages: readonly NamedPage[], name: string): number | undefined => {
  const named =
    pages.find(({ label }) => label === name) ?? pages.find(({ label }) => label?.toLowerCase() === name.toLowerCase())
  return named?.page ?? (Number(asciiDigits(name)) || undefined)
}

/** Whether a page has a name that can't be typed as digits. */
export const haveNames = (labels: readonly (string | null)[]): boolean =>
  labels.some((label) => label && /\D/.test(label))
