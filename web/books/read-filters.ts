import { ACCESS_FILTERS } from '#contract/accessibility.ts'
import { LICENCES, TAG_MAX, tagKey } from '#contract/detail-fields.ts'
import { FILTERS, type FilterName, type Filters, LANGUAGE_FILTER, READER_AGES } from '#contract/filters.ts'

const isIn = (values: readonly string[]) => (text: string) => values.includes(text)

const IS_VALUE: Record<FilterName, (text: string) => boolean> = {
  language: (text) => LANGUAGE_FILTER.test(text),
  tag: (text) => text !== '' && text.length <= TAG_MAX,
  licence: isIn(LICENCES),
  age: isIn(READER_AGES),
  access: isIn(ACCESS_FILTERS),
}

/** The filters in an address, without those that have a value which cannot be. */
export const readFilters = (params: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS.map((name) => [name, tagKey(params.get(name) ?? '')] as const).filter(([name, text]) =>
      IS_VALUE[name](text),
    ),
  )
