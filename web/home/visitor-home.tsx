import { useQuery } from '@tanstack/react-query'
import { trendingBooks } from '#contract/calls/books.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { usePremiumStrip } from '#web/premium/use-premium-books.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { HOME } from '#web/messages/home.ts'
import { FirstSteps } from './first-steps.tsx'
import { GenreSpines } from './genre-spines.tsx'
import { Hero } from './hero.tsx'
import { Facts, Invitation, Join, Questions } from './marketing-sections.tsx'
import { FeaturedStrip, PremiumStrip } from './book-strips.tsx'
import { LowerSections } from './lower-sections.tsx'
import { useIsEmptyLibrary } from './use-is-empty-library.ts'

export const VisitorHome = () => {
  const { isEmpty, isKnown } = useIsEmptyLibrary()
  return (
    <>
      <Hero />
      {isEmpty ? <FirstSteps /> : <Trending />}
      <LowerSections isKnown={isKnown}>
        <FeaturedStrip />
        <GenreSpines />
        <Invitation />
        <Premium />
        <Facts />
        <Questions />
        <Join />
      </LowerSections>
    </>
  )
}

const Premium = () => <PremiumStrip query={usePremiumStrip()} />

const Trending = () => (
  <Shelf
    title={HOME.trending}
    query={useQuery(query(trendingBooks))}
    call={trendingBooks}
    loading={HOME.loadingTrending}
    empty={HOME.noTrending}
    count={4}
    more={
      <ButtonLink kind="quiet" to="/library">
        {HOME.allBooks}
      </ButtonLink>
    }
  />
)
