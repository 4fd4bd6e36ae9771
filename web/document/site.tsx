import { createContext, use } from 'react'

/** Facts about the site. On the server it also collects what the page says about itself to search engines, and what it needs. */
export interface Site {
  /** The public address, without a path. */
  origin: string
  /** The sender address of the site's mails. */
  contact: string
  structured?: object[]
  robots?: 'noindex'[]
  /** Files of modules, as the manifest of the build names them, that show the content of the page beside its own. */
  modules?: string[]
}

const SiteContext = createContext<Site>({ origin: '', contact: '' })

export const SiteProvider = SiteContext

export const useSite = () => use(SiteContext)
