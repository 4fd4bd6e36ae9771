import { useQuery } from '@tanstack/react-query'
import { trendingBooks } from '#contract/books.ts'
import { query } from '#web/api/query.ts'
import { Shelf } from '#web/books/shelf.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { HOME } from '#web/messages/home.ts'
import { FeaturedStrip } from './featured-strip.tsx'
import { FirstSteps } from './first-steps.tsx'
import { GenreSpines } from './genre-spines.tsx'
import { Hero } from './hero.tsx'
import { Facts, Invitation, Join, Questions } from './house-words.tsx'
import { PremiumStrip } from './premium-strip.tsx'
import { RestOfHome } from './rest-of-home.tsx'
import { useIsEmptyLibrary } from './use-is-empty-library.ts'

export const VisitorHome = () => {
  const { isEmpty, isKnown } = useIsEmptyLibrary()
  return (
    <>
      <Hero />
      {isEmpty ? <FirstSteps /> : <Trending />}
      <RestOfHome isKnown={isKnown}>
        <FeaturedStrip />
        <GenreSpines />
        <Invitation />
        <PremiumStrip />
        <Facts />
        <Questions />
        <Join />
      </RestOfHome>
    </>
  )
}

const Trending = () => (
  <Shelf
    title={HOME.trending}
    asked={useQuery(query(trendingBooks))}
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
