import { getSiteText } from '#contract/site.ts'
import type { SiteTextName } from '#contract/site.ts'
import { query } from '#web/api/query.ts'

/** What an administrator wrote in place of a page's own text; empty where nothing. */
export const siteText = (page: SiteTextName) => query(getSiteText, { params: { page } })
