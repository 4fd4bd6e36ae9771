import { useQuery } from '@tanstack/react-query'
import { SHELF } from '#contract/values/books.ts'
import { newBooks, trendingBooks } from '#contract/calls/books.ts'
import { query, prefetch } from '#web/api/query.ts'
import { Head } from '#web/document/head.tsx'
import { useSiteSettings } from '#web/document/site-settings.ts'
import { premiumStrip, usePremiumStrip } from '#web/premium/use-premium-books.ts'
import { SHOWCASE } from '#web/messages/showcase.ts'
import { PlaceholderCard, ShowcaseCard } from './showcase-card.tsx'
import css from './showcase-page.module.css'
import { ShowcaseSection } from './showcase-section.tsx'

const PREMIUM_SHOWN = 2

export const loader = prefetch(() => [premiumStrip(PREMIUM_SHOWN), query(newBooks), query(trendingBooks)])

/** Three sections, each with its own loading, empty and failed states. */
export const Component = () => (
  <>
    <Head title={SHOWCASE.title} description={SHOWCASE.description(useSiteSettings().siteName)} path="/BookComponent" />
    <div className={`wrap ${css.head}`}>
      <h1 className="d2">{SHOWCASE.title}</h1>
    </div>
    <Premium />
    <Arrivals />
    <Trending />
  </>
)

const Premium = () => (
  <ShowcaseSection
    messages={SHOWCASE.premium}
    query={usePremiumStrip(PREMIUM_SHOWN)}
    count={PREMIUM_SHOWN}
    empty={<p className={css.none}>{SHOWCASE.premium.none}</p>}
    wide
  >
    {(book) => <ShowcaseCard key={book._id} book={book} figures={SHOWCASE.figures(book.views, book.Rating)} wide />}
  </ShowcaseSection>
)

const Arrivals = () => (
  <ShowcaseSection
    messages={SHOWCASE.arrivals}
    query={useQuery(query(newBooks))}
    count={SHELF}
    empty={<p className={css.none}>{SHOWCASE.arrivals.none}</p>}
  >
    {(book) => <ShowcaseCard key={book._id} book={book} figures={SHOWCASE.figures(book.views, book.Rating)} />}
  </ShowcaseSection>
)

const Trending = () => (
  <ShowcaseSection
    messages={SHOWCASE.trending}
    query={useQuery(query(trendingBooks))}
    count={SHELF}
    empty={
      <ul className={css.row}>
        {Array.from({ length: SHELF }, (_, index) => (
          <PlaceholderCard key={index} />
        ))}
      </ul>
    }
  >
    {(book) => <ShowcaseCard key={book._id} book={book} figures={SHOWCASE.reads(book.views)} />}
  </ShowcaseSection>
)
