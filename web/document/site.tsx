import { createContext, use } from 'react'

/** Facts about the site. On the server it also collects what the page says about itself to search engines. */
export interface Site {
  /** The public address, without a path. */
  origin: string
  /** The sender address of the site's mails. */
  contact: string
  structured?: object[]
  robots?: 'noindex'[]
}

const SiteContext = createContext<Site>({ origin: '', contact: '' })

export const SiteProvider = SiteContext

export const useSite = () => use(SiteContext)
