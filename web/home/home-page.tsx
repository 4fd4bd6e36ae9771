import { Suspense, lazy } from 'react'
import { listPublicGenres, newBooks, trendingBooks } from '#contract/calls/books.ts'
import { featuredBooks } from '#contract/calls/premium.ts'
import { query, prefetch } from '#web/api/query.ts'
import { useSession } from '#web/session/use-session.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { useSite } from '#web/document/site.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { premiumStrip } from '#web/premium/use-premium-books.ts'
import { HOME } from '#web/messages/home.ts'
import { NO_SESSION } from '#web/messages/site.ts'
import css from './home-page.module.css'
import { VisitorHome } from './visitor-home.tsx'

/** Loaded only for members. */
const AuthorHome = lazy(async () => ({ default: (await import('./author-home.tsx')).AuthorHome }))
const ReaderHome = lazy(async () => ({ default: (await import('./reader-home.tsx')).ReaderHome }))

export const loader = prefetch(() => [
  query(trendingBooks),
  query(newBooks),
  query(listPublicGenres),
  query(featuredBooks),
  premiumStrip(),
])

export const Component = () => {
  const { origin } = useSite()
  const site = useSiteSettings()
  return (
    <>
      <Head
        title={HOME.title(site)}
        whole
        description={HOME.description}
        path="/"
        {...(import.meta.env.SSR && { feed: '/feed.xml' })}
        structured={import.meta.env.SSR ? website(site.siteName, origin) : undefined}
      />
      <Home />
    </>
  )
}

/** The home page of a visitor, a reader or an author. With a stored token it shows a loading state until the user is known. */
const Home = () => {
  const session = useSession()
  const { siteName } = useSiteSettings()
  if (session.status === 'starting') return <Starting />
  if (session.status === 'failed')
    return (
      <div className={`wrap ${css.failed}`}>
        <h1 className="d1">{siteName}</h1>
        <ErrorNotice message={NO_SESSION} onRetry={session.retry} />
      </div>
    )
  if (session.status === 'member')
    return (
      <Suspense fallback={<Starting />}>
        {session.user.userType === 'author' ? <AuthorHome /> : <ReaderHome />}
      </Suspense>
    )
  return (
    <>
      {VISITOR}
      {session.status === 'unknown' && (
        <div className={css.member} aria-hidden="true">
          <Starting />
        </div>
      )}
    </>
  )
}

/** A constant element, which React does not render again when the session is known to be a visitor's. */
const VISITOR = (
  <div className={css.visitor}>
    <VisitorHome />
  </div>
)

const Starting = () => (
  <div className={`on-quill ${css.starting}`}>
    <p className="wrap" role="status">
      {HOME.loading}
    </p>
  </div>
)

const website = (name: string, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name,
  url: `${origin}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/library?query={search_term_string}` },
    'query-input': 'required name=search_term_string',
  },
})
