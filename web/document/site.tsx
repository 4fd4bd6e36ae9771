import { createContext, use } from 'react'

/** What a page needs to know of the site, and on the server a place for its structured data. */
export interface Site {
  /** The public address, without a path. */
  origin: string
  /** The address that the house's mails come from. */
  contact: string
  structured?: object[]
}

const SiteContext = createContext<Site>({ origin: '', contact: '' })

export const SiteProvider = SiteContext

export const useSite = () => use(SiteContext)
