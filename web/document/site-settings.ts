import { useQuery } from '@tanstack/react-query'
import { DEFAULT_SITE_SETTINGS } from '#contract/values/site.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import type { Output } from '#contract/api/endpoint.ts'
import { query } from '#web/api/query.ts'
import { useSite } from './site.tsx'

export const siteSettings = () => query(getSiteSettings)

/** The site settings. They are part of every server-rendered page. */
export const useSiteSettings = (): Omit<Output<typeof getSiteSettings>, 'version'> =>
  useQuery(siteSettings()).data ?? DEFAULT_SITE_SETTINGS

/** The contact address: the one in the site settings, or else MAIL_FROM's; empty if neither is set. */
export const useContact = () => {
  const { contact } = useSite()
  return useSiteSettings().contactAddress || contact
}
