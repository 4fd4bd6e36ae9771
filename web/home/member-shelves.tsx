import { Suspense } from 'react'
import { SHELF } from '#contract/values/books.ts'
import { newBooks, topRatedBooks } from '#contract/calls/books.ts'
import { dailyRecommendations, recommendedBooks } from '#contract/calls/recommendations.ts'
import { Shelf } from '#web/books/shelf.tsx'
import type { Book } from '#contract/books.ts'
import type { BooksQuery } from '#web/books/shelf.tsx'
import { ContinueReading } from '#web/reading/shelf/continue-reading.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { optionalPart } from '#web/ui/optional-part.ts'
import { HOME } from '#web/messages/home.ts'
import { FeaturedShelf } from './book-strips.tsx'
import { cutCaption } from './cut-caption.ts'
import type { NotForMeProps } from './not-for-me.tsx'
import type { useMemberStrips } from './use-member-strips.ts'

const NotForMe = optionalPart(async () => (await import('./not-for-me.tsx')).NotForMe)

/** It needs no place of its own: nothing moves when it is loaded. */
const Refusal = (props: NotForMeProps) => (
  <Suspense>
    <NotForMe {...props} />
  </Suspense>
)

type Strips = ReturnType<typeof useMemberStrips>['strips']

interface MemberShelvesProps {
  strips: Strips
  isKnown: boolean
  today: boolean
}

/** What a member is reading, then the strips that have books or failed to load, and always the new arrivals. */
export const MemberShelves = ({ strips, isKnown, today }: MemberShelvesProps) => (
  <>
    {isKnown && <ContinueReading />}
    <Shelf
      title={HOME.newArrivals}
      query={strips.arrivals}
      call={newBooks}
      loading={HOME.loadingNew}
      empty={HOME.noNew}
      count={SHELF}
      more={
        <ButtonLink kind="quiet" to="/library">
          {HOME.allBooks}
        </ButtonLink>
      }
    />
    {today && hasContent(strips.today) && (
      <Shelf
        title={HOME.today}
        query={strips.today}
        call={dailyRecommendations}
        loading={HOME.loadingToday}
        empty=""
        count={SHELF}
        figures={(book) => <Refusal book={book} />}
      />
    )}
    {hasContent(strips.recommended) && (
      <Shelf
        title={HOME.recommended}
        query={strips.recommended}
        call={recommendedBooks}
        loading={HOME.loadingRecommended}
        empty=""
        count={SHELF}
        figures={(book: Book & { reason?: { title: string } | null; click?: string | null }) => (
          <>
            {book.reason && <span>{HOME.becauseYouLiked(book.reason.title)}</span>}
            <Refusal book={book} click={book.click} />
          </>
        )}
        note={({ caption }) => cutCaption(caption)}
      />
    )}
    {hasContent(strips.topRated) && (
      <Shelf
        title={HOME.topRated}
        query={strips.topRated}
        call={topRatedBooks}
        loading={HOME.loadingTopRated}
        empty=""
        count={SHELF}
        more={
          <ButtonLink kind="quiet" to="/library?sort=top-rated">
            {HOME.allBooks}
          </ButtonLink>
        }
      />
    )}
    {isKnown && hasContent(strips.featured) && <FeaturedShelf query={strips.featured} />}
  </>
)

/** Books, an error, or a skeleton. */
const hasContent = ({ data }: BooksQuery) => data === undefined || data.length > 0
