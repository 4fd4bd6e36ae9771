import { useQuery } from '@tanstack/react-query'
import { listLinkedProviders } from '#contract/calls/single-sign-on.ts'
import { query } from '#web/api/query.ts'
import { useSiteSettings } from '#web/document/site-settings.ts'

export const LINKED_PROVIDERS = query(listLinkedProviders)

/** The providers of the account that is logged in. It is not asked for where the library has none. */
export const useLinkedProviders = () => {
  const hasProviders = useSiteSettings().signIn !== undefined
  return { hasProviders, ...useQuery({ ...LINKED_PROVIDERS, enabled: hasProviders }) }
}

/** Whether the account has a password; undefined until that is known. */
export const useHasPassword = (): boolean | undefined => {
  const { hasProviders, data, isError } = useLinkedProviders()
  if (!hasProviders) return true
  return data?.hasPassword ?? (isError ? true : undefined)
}
