import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import { ENGLISH, type Language, languageOf, LANGUAGES, languagesIn } from '#contract/shapes/languages.ts'

/** The cookie that holds the language that somebody has chosen, and nothing else. */
const LANGUAGE_COOKIE = 'language'

const RANGES_MAX = 20
const HEADER_MAX = 400

/** For a year. */
export const languageCookie = ({ tag }: Language, isSecure: boolean): string => cookieOf(tag, 31_536_000, isSecure)

/** Takes the choice back. */
export const noLanguageCookie = (isSecure: boolean): string => cookieOf('', 0, isSecure)

const cookieOf = (value: string, seconds: number, isSecure: boolean) =>
  `${LANGUAGE_COOKIE}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax; HttpOnly${isSecure ? '; Secure' : ''}`

/** The address of a page in a language; `path` may have a query. */
export const inLanguage = ({ path: prefix }: Language, path: string): string =>
  prefix === '' ? path : prefix + path.replace(/^\/(?=$|\?|#)/, '')

/** The languages that a site's pages are offered in. */
interface OfferedLanguages {
  offered: readonly Language[]
  /** For those who have none of them. */
  own: Language
}

/** The settings of a site that say in which languages its pages are offered. */
export interface SiteLanguages {
  language: string
  languages: string
}

/** The languages that are built and that the site offers, as long as its settings can be read; the same object for the same settings. */
export const offeredLanguages = (findBuilt: () => readonly Language[], readSite: () => Promise<SiteLanguages>) => {
  let last: OfferedLanguages & { from?: SiteLanguages; built?: readonly Language[] } = {
    offered: findBuilt(),
    own: ENGLISH,
  }
  return async (): Promise<OfferedLanguages> => {
    const site = await readSite().catch(() => undefined)
    const built = findBuilt()
    const isKnown = built === last.built && site?.language === last.from?.language
    if (site && !(isKnown && site.languages === last.from?.languages)) {
      const asked = languagesIn(site.languages).filter((language) => built.includes(language))
      const offered = asked.length > 0 ? asked : built
      const own = offered.find(({ tag }) => tag === site.language) ?? offered[0] ?? ENGLISH
      last = { offered, own, from: site, built }
    }
    return last
  }
}

/** The language in which an address shows its page, and the path of the page within it. */
export const splitPath = (path: string): { language: Language; pagePath: string } => {
  const language = LANGUAGES.find((one) => one.path !== '' && (path === one.path || path.startsWith(`${one.path}/`)))
  return language
    ? // One slash: two would be the address of another site.
      { language, pagePath: path.slice(language.path.length).replace(/^\/*/, '/') }
    : { language: ENGLISH, pagePath: path }
}

/**
 * The language in which a reader gets a page: the one that was chosen, else the best of what the browser asks for, else
 * the site's own. A program that asks for none gets the page of the address, where that names a language.
 */
export const readersLanguage = (
  headers: IncomingHttpHeaders,
  addressed: Language,
  { offered, own }: OfferedLanguages,
): Language => {
  const only = offered.length === 1 ? offered[0] : undefined
  if (only) return only
  const isOffered = (language: Language | undefined) => language !== undefined && offered.includes(language)
  const chosen = languageOf(chosenIn(headers.cookie))
  if (chosen && isOffered(chosen)) return chosen
  const asked = headers['accept-language']
  if (asked === undefined || asked === '' || asked === '*')
    return addressed !== ENGLISH && isOffered(addressed) ? addressed : own
  return bestOf(asked, offered) ?? own
}

const chosenIn = (cookies: string | undefined) =>
  cookies === undefined ? undefined : /(?:^|;\s*)language=([\w-]{2,10})(?:;|$)/.exec(cookies)?.[1]

const known = new LRUCache<string, { offered: readonly Language[]; best: Language | undefined }>({ max: 1000 })

const bestOf = (header: string, offered: readonly Language[]) => {
  const before = known.get(header)
  if (before?.offered === offered) return before.best
  const best = findBest(header, offered)
  if (header.length <= HEADER_MAX) known.set(header, { offered, best })
  return best
}

const findBest = (header: string, offered: readonly Language[]) => {
  const asked = header
    .slice(0, HEADER_MAX)
    .split(',', RANGES_MAX)
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(/\s*;\s*/)
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '*' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  for (const { tag } of asked) {
    const written = writingOf(tag)
    const found = written && offered.find((language) => writingOf(language.tag) === written)
    if (found) return found
  }
  return undefined
}

/** The language with its script: `zh-CN` and `zh-Hans` are the same, `zh-TW` is not; `pt` and `pt-BR` are. */
const writingOf = (tag: string): string | undefined => {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return undefined
  }
}
