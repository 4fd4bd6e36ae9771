import { useQuery } from '@tanstack/react-query'
import { USUAL_SETTINGS, getSiteSettings } from '#contract/site.ts'
import { query } from '#web/api/query.ts'

export const siteSettings = () => query(getSiteSettings)

/** What an administrator has the pages say; every page brings it along. */
export const useSiteSettings = () => useQuery(siteSettings()).data ?? USUAL_SETTINGS
