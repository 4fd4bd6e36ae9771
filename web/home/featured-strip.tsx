import { useQuery } from '@tanstack/react-query'
import { SHELF } from '#contract/books.ts'
import { featuredBooks } from '#contract/premium.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { HOME } from '#web/messages/home.ts'

const CALL = { failureMessage: HOME.featuredFailed }

/** The featured books, if there are any. */
export const FeaturedStrip = () => {
  // The page above runs the same query. A retry on mount would hide its error and move the sections below.
  const featured = useQuery({ ...query(featuredBooks), retryOnMount: false })
  if (!featured.isError && !featured.data?.length) return null
  return <Shelf title={HOME.featured} query={featured} call={CALL} loading="" empty="" count={SHELF} />
}
