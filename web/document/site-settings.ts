import { useQuery } from '@tanstack/react-query'
import { DEFAULT_SITE_SETTINGS, getSiteSettings } from '#contract/site.ts'
import { query } from '#web/api/query.ts'
import { useSite } from './site.tsx'

export const siteSettings = () => query(getSiteSettings)

/** What an administrator has the pages say; every page brings it along. */
export const useSiteSettings = () => useQuery(siteSettings()).data ?? DEFAULT_SITE_SETTINGS

/** Where letters to the house go: to the address that an administrator gave, else to the one that its mails come from. */
export const useContact = () => {
  const { contact } = useSite()
  return useSiteSettings().contactAddress || contact
}
