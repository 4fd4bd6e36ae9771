import type { FilterName } from '#contract/shapes/filters.ts'
import type { LibraryAddress } from './library-address.ts'

/** The id of the form of the filters, to which the order of the books belongs too. */
export const LIBRARY_FORM = 'library-form'

interface KeptInFormProps {
  address: LibraryAddress
  names: readonly ('query' | 'exact' | FilterName)[]
}

/** What of the address a form keeps that is sent by the browser itself. */
export const KeptInForm = ({ address: { search, exact, filters }, names }: KeptInFormProps) => {
  const values = { query: search, exact: exact ? 'true' : '', ...filters }
  return names.map((name) => values[name] && <input key={name} type="hidden" name={name} value={values[name]} />)
}
