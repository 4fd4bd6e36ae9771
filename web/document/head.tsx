import { localPath } from '#web/language/local-path.ts'
import { languagesIn } from '#contract/shapes/languages.ts'
import { useSiteSettings } from './site-settings.ts'
import { useSite } from './site.tsx'

const OPDS = 'application/atom+xml;profile=opds-catalog;kind='

/** The path of the catalog for reading apps that lists the books of a feed; its root for a feed of which there is none. */
const catalogOf = (feed: string): { path: string; kind: 'acquisition' | 'navigation' } => {
  const path = feed.replace('/feed.xml', '')
  return path === '' || path.includes('?')
    ? { path: '', kind: 'navigation' }
    : { path: path.replace('/library/', '/genres/'), kind: 'acquisition' }
}

/** What programs that read feeds and reading apps look for in the page that the server sends. */
const FeedLinks = ({ title, origin, feed }: { title: string; origin: string; feed: string }) => {
  const { path, kind } = catalogOf(feed)
  return (
    <>
      <link rel="alternate" type="application/atom+xml" title={title} href={origin + feed} />
      <link rel="alternate" type={OPDS + kind} title={`${title} (OPDS)`} href={`${origin}/opds/v1${path}`} />
      <link
        rel="search"
        type="application/opensearchdescription+xml"
        title={title}
        href={`${origin}/opds/search.xml`}
      />
    </>
  )
}

/** The same page in the languages of the site, for search engines. */
const Translations = ({ path, origin }: { path: string; origin: string }) => {
  const offered = languagesIn(useSiteSettings().languages)
  if (offered.length < 2) return null
  return offered.map(({ tag, path: prefix }) => (
    <link key={tag} rel="alternate" hrefLang={tag} href={origin + prefix + (prefix && path === '/' ? '' : path)} />
  ))
}

interface HeadProps {
  /** Without the site's name, which is appended. */
  title: string
  /** Do not append the site's name to the title. */
  whole?: boolean
  description?: string
  /** The canonical path. */
  path?: string
  /** The path of the image for shared links. */
  image?: string
  type?: 'website' | 'book'
  /** The paths of the pages before and after this one of a list. */
  previous?: string | undefined
  next?: string | undefined
  /** The path of the feed of the books on the page; programs that read feeds take it from what the server sends. */
  feed?: string | undefined
  /** Excludes the page from search engines. */
  noindex?: boolean
  /** schema.org data, which the server writes into the page. */
  structured?: object
}

/** The title and metadata for search engines and shared links. React hoists them into the head. */
export const Head = ({
  title,
  whole,
  description,
  path,
  image,
  type = 'website',
  previous,
  next,
  feed,
  noindex,
  structured,
}: HeadProps) => {
  const site = useSite()
  const { siteName } = useSiteSettings()
  const full = whole ? title : `${title} · ${siteName}`
  if (noindex) site.robots?.push('noindex')
  if (structured) site.structured?.push(structured)
  return (
    <>
      <title>{full}</title>
      <meta property="og:title" content={full} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content={type} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {path && <link rel="canonical" href={site.origin + localPath(path)} />}
      {previous && <link rel="prev" href={site.origin + localPath(previous)} />}
      {next && <link rel="next" href={site.origin + localPath(next)} />}
      {import.meta.env.SSR && path && !noindex && <Translations path={path} origin={site.origin} />}
      {import.meta.env.SSR && feed && <FeedLinks title={full} origin={site.origin} feed={feed} />}
      {path && <meta property="og:url" content={site.origin + localPath(path)} />}
      {image && <meta property="og:image" content={site.origin + image} />}
    </>
  )
}
