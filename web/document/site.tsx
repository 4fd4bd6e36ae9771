import { createContext, use } from 'react'

/** Facts about the site. On the server it also collects the page's structured data. */
export interface Site {
  /** The public address, without a path. */
  origin: string
  /** The sender address of the site's mails. */
  contact: string
  structured?: object[]
}

const SiteContext = createContext<Site>({ origin: '', contact: '' })

export const SiteProvider = SiteContext

export const useSite = () => use(SiteContext)
