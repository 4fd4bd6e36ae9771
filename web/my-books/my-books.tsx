import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listLists } from '#contract/calls/lists.ts'
import { LISTS_MAX } from '#contract/values/lists.ts'
import { listShelves } from '#contract/calls/shelves.ts'
import { SHELF_FIRST, type ShelfName } from '#contract/values/shelves.ts'
import { isProblem } from '#contract/api/api-error.ts'
import type { ListSummary } from '#contract/lists.ts'
import type { Shelves } from '#contract/shelves.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { query } from '#web/api/query.ts'
import { renderSkeletonCards, Shelf } from '#web/books/shelf.tsx'
import shelfCss from '#web/books/shelf.module.css'
import { LISTS } from '#web/messages/lists.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { useGuard } from '#web/session/guard.tsx'
import { storedUserId } from '#web/session/stored-account.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { openedPart } from '#web/ui/opened-part.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { BookNote } from './book-note.tsx'
import { KeptShelf } from './kept-shelf.tsx'
import { ListStacks } from './list-stacks.tsx'
import css from './my-books.module.css'
import { MyFrame } from './my-frame.tsx'
import { MySection } from './my-section.tsx'
import { Spines } from './spines.tsx'

const ListDialog = openedPart(async () => (await import('#web/shelves/list-dialog.tsx')).ListDialog)

/** A reader's own shelves and lists. The service worker caches this page: what is kept is on it without a network too. */
export const MyBooks = () => {
  const isMember = useGuard()
  const isHydrated = useHydrated()
  const { user } = useSession()
  const userId = isMember && isHydrated ? (user?._id ?? storedUserId()) : undefined
  return (
    <MyFrame title={MY_BOOKS.title}>{userId && <Books userId={userId} hasLists={user?.guest === false} />}</MyFrame>
  )
}

const Books = ({ userId, hasLists }: { userId: string; hasLists: boolean }) => {
  // What was read meanwhile has changed it.
  const shelves = useQuery({ ...query(listShelves), staleTime: 0 })
  const lists = useQuery({ ...query(listLists), enabled: hasLists })
  const kept = <KeptShelf userId={userId} />
  if (shelves.data && (lists.data || !hasLists))
    return <Everything shelves={shelves.data} lists={lists.data} kept={kept} />
  const failed = shelves.isError ? shelves : lists.isError ? lists : undefined
  if (!failed)
    return (
      <div className={`wrap ${css.waiting}`}>
        <Loading text={MY_BOOKS.loading}>
          <div className={`${shelfCss.strip} ${shelfCss.six}`}>{renderSkeletonCards(SHELF_FIRST)}</div>
        </Loading>
      </div>
    )
  return (
    <>
      <div className="wrap">
        <ErrorNotice
          message={isProblem(failed.error) ? errorMessage(failed.error, listShelves) : MY_BOOKS.offline}
          onRetry={() => void failed.refetch()}
        />
      </div>
      {kept}
    </>
  )
}

interface EverythingProps {
  shelves: Shelves
  lists: { own: ListSummary[]; followed: ListSummary[] } | undefined
  kept: React.ReactNode
}

const Everything = ({ shelves: { reading, want, finished, rated }, lists, kept }: EverythingProps) => (
  <>
    <Cards shelf="reading" books={reading} total={reading.length} isPartial={reading.length === SHELF_FIRST} />
    <Cards shelf="want" books={want.books} total={want.totalBooks} />
    <MySection
      title={MY_BOOKS.shelves.finished}
      more={finished.totalBooks > 0 && <More shelf="finished" total={finished.totalBooks} />}
    >
      {finished.totalBooks === 0 ? (
        <p className={css.empty}>{MY_BOOKS.empty.finished}</p>
      ) : (
        <Spines books={finished.books} years={finished.years} />
      )}
    </MySection>
    {kept}
    <Cards shelf="rated" books={rated.books} total={rated.totalBooks} />
    {lists && <OwnLists lists={lists.own} />}
    {lists && lists.followed.length > 0 && (
      <MySection title={MY_BOOKS.followed}>
        <ListStacks lists={lists.followed} />
      </MySection>
    )}
  </>
)

interface CardsProps {
  shelf: Exclude<ShelfName, 'finished'>
  books: Shelves['want']['books'] | Shelves['reading']
  total: number
  /** There may be more books than are known. */
  isPartial?: boolean
}

const Cards = ({ shelf, books, total, isPartial = total > SHELF_FIRST }: CardsProps) =>
  books.length === 0 ? (
    <MySection title={MY_BOOKS.shelves[shelf]}>
      <p className={css.empty}>{MY_BOOKS.empty[shelf]}</p>
    </MySection>
  ) : (
    <Shelf
      title={MY_BOOKS.shelves[shelf]}
      query={{ data: books, isError: false, error: null, refetch: () => undefined }}
      call={listShelves}
      loading=""
      empty=""
      count={SHELF_FIRST}
      base={shelf === 'reading' ? '/read/' : '/book/'}
      note={({ _id }) => <BookNote shelf={shelf} book={books.find((book) => book._id === _id)} />}
      more={
        (isPartial || (shelf === 'want' && total > 1)) && (
          <More shelf={shelf} total={shelf === 'reading' ? undefined : total} />
        )
      }
    />
  )

const More = ({ shelf, total }: { shelf: ShelfName; total: number | undefined }) => {
  const name = MY_BOOKS.shelves[shelf]
  return (
    <ButtonLink
      kind="quiet"
      to={`/my/${shelf}`}
      aria-label={total === undefined ? MY_BOOKS.everythingOf(name) : MY_BOOKS.allOf(name, total)}
    >
      {total === undefined ? MY_BOOKS.everything : MY_BOOKS.all(total)}
    </ButtonLink>
  )
}

const OwnLists = ({ lists }: { lists: ListSummary[] }) => {
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  return (
    <MySection
      title={MY_BOOKS.lists}
      more={
        lists.length < LISTS_MAX && (
          <Button kind="quiet" onClick={() => setAdding(true)}>
            {LISTS.add}
          </Button>
        )
      }
    >
      {lists.length === 0 ? <p className={css.empty}>{MY_BOOKS.empty.lists}</p> : <ListStacks lists={lists} isOwn />}
      {isAdding && (
        <ListDialog onClose={() => setAdding(false)} onSaved={({ _id }) => void navigate(`/lists/${_id}`)} />
      )}
    </MySection>
  )
}
