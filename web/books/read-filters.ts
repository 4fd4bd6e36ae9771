import { FILTERS, type FilterName, type Filters, LANGUAGE_FILTER } from '#contract/shapes/filters.ts'

/** The values that the API takes, without their lists, which would be loaded with the library. */
const VALUES: Record<FilterName, RegExp> = {
  language: LANGUAGE_FILTER,
  tag: /^\S.{0,39}$/u,
  licence: /^(?:all-rights-reserved|cc0|cc-by(?:-nc)?(?:-sa|-nd)?)$/,
  age: /^1[36]$/,
  access: /^(?:screen-reader|image-descriptions)$/,
}

/** The filters in an address, without those that have a value which cannot be. */
export const readFilters = (params: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => (VALUES[name].test(params.get(name) ?? '') ? [[name, params.get(name)]] : [])),
  )
