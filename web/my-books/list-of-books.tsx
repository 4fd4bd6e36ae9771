import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { getList, listLists, placeInList, removeFromList } from '#contract/calls/lists.ts'
import { BOOK_ORDERS, SHELF_PAGE } from '#contract/values/shelves.ts'
import { getShelved } from '#contract/calls/shelves.ts'
import type { BookList } from '#contract/lists.ts'
import { api } from '#web/api/api-client.ts'
import { prefetch, query } from '#web/api/query.ts'
import { BookCard } from '#web/books/book-card.tsx'
import { GRID_SIZES } from '#web/books/book-grid.tsx'
import gridCss from '#web/books/book-grid.module.css'
import css from '#web/books/list-page.module.css'
import { ListPage } from '#web/books/list-page.tsx'
import { textAttributes } from '#web/books/text-attributes.ts'
import { Head } from '#web/document/head.tsx'
import { siteSettings, useSiteSettings } from '#web/document/site-settings.ts'
import { useSite } from '#web/document/site.tsx'
import { LISTS } from '#web/messages/lists.ts'
import { MY_BOOKS } from '#web/messages/shelves.ts'
import { useGuard } from '#web/session/guard.tsx'
import { useHasToken } from '#web/session/use-session.ts'
import { optionalPart } from '#web/ui/optional-part.ts'
import { Pager } from '#web/ui/pager.tsx'
import { useLastPage } from '#web/ui/use-last-page.ts'
import toolsCss from './list-tools.module.css'
import myCss from './my-books.module.css'
import { OrderedBooks } from './ordered-books.tsx'
import { readShelfQuery, toQuery, useShelfAddress } from './shelf-address.ts'
import { ShelfTools } from './shelf-tools.tsx'
import { structuredList } from './structured-list.ts'
import { SIGNS } from '#web/messages/signs.ts'

/** Loaded only for members. */
const ListTools = optionalPart(async () => (await import('./list-tools.tsx')).ListTools)

const listOf = (id: string, search: ReturnType<typeof readShelfQuery>) =>
  query(getList, { params: { id }, query: toQuery({ ...search, year: '' }) })

/** Prefetches the list only if the library is open to visitors, because the server renders a visitor's view. */
export const listLoader = prefetch(async ({ id = '' }, search, client) => {
  const site = await client.fetchQuery(siteSettings()).catch(() => undefined)
  return site?.libraryAccess === 'everyone' ? [listOf(id, readShelfQuery(search))] : []
})

/** The page of a list: of one's own, or of one that somebody shares. */
export const ListOfBooks = () => {
  const { id = '' } = useParams()
  const address = useShelfAddress()
  const isOpen = useSiteSettings().libraryAccess === 'everyone'
  const isMember = useGuard(!isOpen)
  const list = useQuery({
    ...listOf(id, address),
    enabled: isOpen || isMember,
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage query={list} call={getList} messages={LISTS}>
      {(data) => <List list={data} isOpen={isOpen} isStale={list.isPlaceholderData} />}
    </ListPage>
  )
}

const pathOf = (id: string) => `/lists/${id}`

const List = ({ list, isOpen, isStale }: { list: BookList; isOpen: boolean; isStale: boolean }) => {
  const {
    _id: id,
    name,
    words,
    owner,
    books,
    totalBooks,
    currentPage,
    totalPages,
    covers,
    visibility,
    changedAt,
  } = list
  const address = useShelfAddress()
  useLastPage(address, isStale ? undefined : totalPages)
  const { origin } = useSite()
  const hasToken = useHasToken()
  // Pages of a list that has other pages for the same books are not for search engines, nor what is not for everyone.
  const isShared = isOpen && visibility === 'public'
  const isListed = isShared && !address.words && address.sort === 'place'
  const canMove = address.sort === 'place' && address.words === ''
  return (
    <>
      <Head
        title={[LISTS.titled(name, owner.username), currentPage > 1 && LISTS.page(currentPage)]
          .filter(Boolean)
          .join(SIGNS.comma)}
        description={words || LISTS.description(name, owner.username, totalBooks)}
        noindex={!isListed}
        {...(isListed && { path: address.to({ page: currentPage }) })}
        {...(isShared
          ? { image: `/lists/${id}/card.jpg?v=${Date.parse(changedAt)}` }
          : covers[0] && { image: new URL(covers[0].image, origin).pathname })}
        {...(isListed && import.meta.env.SSR && { structured: structuredList(list, origin, pathOf(id)) })}
      />
      <header className={`wrap ${css.head}`}>
        <p className={css.kind} dir="auto">
          {LISTS.by} <bdi>{owner.username}</bdi>
        </p>
        <h1 className="d2" {...textAttributes(name)}>
          {name}
        </h1>
        {words && (
          <p className={`prose ${toolsCss.words}`} dir="auto">
            {words}
          </p>
        )}
        <p className={css.kind}>{LISTS.count(totalBooks)}</p>
        <div className={toolsCss.place}>
          {hasToken && (
            <Suspense>
              <ListTools list={list} />
            </Suspense>
          )}
        </div>
      </header>
      <div className="wrap">
        {(totalBooks > SHELF_PAGE || address.words !== '') && <ShelfTools address={address} orders={BOOK_ORDERS} />}
        {books.length === 0 && (
          <p className={myCss.empty}>{address.words ? MY_BOOKS.none : list.isOwn ? LISTS.emptyOwn : LISTS.empty}</p>
        )}
        {books.length > 0 &&
          (list.isOwn ? (
            <OrderedBooks
              books={books}
              before={(currentPage - 1) * SHELF_PAGE}
              total={totalBooks}
              canMove={canMove}
              onPlace={(bookId, place) => api(placeInList, { params: { id, bookId }, body: { place } })}
              onTakeOff={(bookId) => api(removeFromList, { params: { id, bookId } })}
              changes={[getList, listLists, getShelved]}
              call={placeInList}
            />
          ) : (
            <ol className={gridCss.grid} aria-busy={isStale || undefined}>
              {books.map((book) => (
                <BookCard key={book._id} book={book} base="/books/" sizes={GRID_SIZES} level="h2" />
              ))}
            </ol>
          ))}
        <Pager page={currentPage} totalPages={totalPages} to={(page) => address.to({ page })} />
      </div>
    </>
  )
}
