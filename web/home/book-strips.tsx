import { useQuery } from '@tanstack/react-query'
import { SHELF } from '#contract/values/books.ts'
import { featuredBooks, premiumBooks } from '#contract/calls/premium.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import type { BooksQuery } from '#web/books/shelf.tsx'
import { HOME } from '#web/messages/home.ts'
import { PREMIUM_BOOKS } from '#web/messages/premium-books.ts'
import { PremiumBadge } from '#web/premium/premium-badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import css from './home-page.module.css'

/** The featured books, if there are any. */
export const FeaturedStrip = () => {
  // The page above runs the same query. A retry on mount would hide its error and move the sections below.
  const featured = useQuery({ ...query(featuredBooks), retryOnMount: false })
  if (!featured.isError && !featured.data?.length) return null
  return <FeaturedShelf query={featured} />
}

const FEATURED = { failureMessage: HOME.featuredFailed }

export const FeaturedShelf = ({ query }: { query: BooksQuery }) => (
  <Shelf title={HOME.featured} query={query} call={FEATURED} loading="" empty="" count={SHELF} />
)

export const PremiumStrip = ({ query }: { query: BooksQuery }) => (
  <Shelf
    title={PREMIUM_BOOKS.strip}
    query={query}
    call={premiumBooks}
    loading={PREMIUM_BOOKS.loading}
    empty={PREMIUM_BOOKS.none}
    count={SHELF}
    base="/book/premium/"
    figures={() => (
      <span className={css.badge}>
        <PremiumBadge />
      </span>
    )}
    more={
      <ButtonLink kind="quiet" to="/premium">
        {PREMIUM_BOOKS.all}
      </ButtonLink>
    }
  />
)
