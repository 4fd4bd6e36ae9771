import { useQuery } from '@tanstack/react-query'
import { SHELF } from '#contract/books.ts'
import { featuredBooks } from '#contract/premium.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { HOME } from '#web/messages/home.ts'

const WORDS = { failureMessage: HOME.featuredFailed }

/** What the house itself puts forward, where it does. */
export const FeaturedStrip = () => {
  // Asked for by the page above: what failed there, asked anew here, would vanish and push along what stands below.
  const featured = useQuery({ ...query(featuredBooks), retryOnMount: false })
  if (!featured.isError && !featured.data?.length) return null
  return <Shelf title={HOME.featured} asked={featured} call={WORDS} loading="" empty="" count={SHELF} />
}
