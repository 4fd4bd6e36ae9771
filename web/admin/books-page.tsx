import { translateSentence } from '#web/messages/translate-sentence.ts'
import { genreName } from '#web/language/genre-name.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMIN_BOOK_SORTS, ADMIN_PAGE, BOOK_STATUSES } from '#contract/values/admin.ts'
import { listAdminBooks } from '#contract/calls/admin.ts'
import type { AdminBook } from '#contract/admin.ts'
import type { Genre } from '#contract/shapes/genres.ts'
import { GENRES } from '#contract/shapes/genres.ts'
import type { Output } from '#contract/api/endpoint.ts'
import { query } from '#web/api/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice, Notice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { MANAGE_BOOKS } from '#web/messages/admin-books.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { BooksTable } from './books-table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ConfirmDeleteBooks } from './confirm-delete-books.tsx'
import { TableSkeleton } from './skeletons.tsx'
import { ListBar } from './list-bar.tsx'
import { toListQuery, useListAddress } from './list-address.ts'
import type { ListAddress } from './list-address.ts'
import { ListPager } from './list-pager.tsx'
import { LIVE_QUERY } from './live-query.ts'
import { focusHeading, isCapped } from './lists.ts'
import css from './table.module.css'
import { useBookActions } from './use-book-actions.ts'
import type { FailedChange } from './use-book-actions.ts'
import { useSelection } from './use-selection.ts'
import { SIGNS } from '#web/messages/signs.ts'

type Sort = (typeof ADMIN_BOOK_SORTS)[number]
type Address = ListAddress<Sort, 'status' | 'genre' | 'file'>
type Page = Output<typeof listAdminBooks>
type Failure = FailedChange & { title: string }

/** All books of the library, with the actions on them. */
export const Component = () => (
  <StaffPage
    title={MANAGE_BOOKS.title}
    actions={
      <>
        <ButtonLink to="/admin/import">{MANAGE_BOOKS.import}</ButtonLink>
        <ButtonLink kind="strong" to="/admin/books/add">
          {MANAGE_BOOKS.add}
        </ButtonLink>
      </>
    }
  >
    <Books />
  </StaffPage>
)

const SEARCH = { label: MANAGE_BOOKS.search, hint: MANAGE_BOOKS.searchHint }
const CHOICES = { status: BOOK_STATUSES, genre: GENRES, file: ['missing'] } as const
const FILTERS = [
  {
    name: 'status',
    label: MANAGE_BOOKS.status,
    options: [['', ADMIN.any], ...BOOK_STATUSES.map((status) => [status, MANAGE_BOOKS.statuses[status]] as const)],
  },
  {
    name: 'genre',
    label: MANAGE_BOOKS.columns.genre,
    options: [['', ADMIN.any], ...GENRES.map((genre) => [genre, genreName(genre)] as const)],
  },
  {
    name: 'file',
    label: MANAGE_BOOKS.file,
    options: [
      ['', ADMIN.any],
      ['missing', MANAGE_BOOKS.missingFile],
    ],
  },
] as const

const Books = () => {
  const address = useListAddress({
    sorts: ADMIN_BOOK_SORTS,
    sortOf: (words): Sort => (words ? 'best-match' : 'new'),
    filters: CHOICES,
  })
  const { 'best-match': bestMatch, ...sorts } = MANAGE_BOOKS.sorts
  return (
    <>
      <ListBar
        address={address}
        search={SEARCH}
        sorts={address.words ? { 'best-match': bestMatch, ...sorts } : sorts}
        filters={FILTERS}
      />
      <BookList address={address} />
    </>
  )
}

const BookList = ({ address }: { address: Address }) => {
  const { status, genre, file } = address.filters
  const booksQuery = query(listAdminBooks, {
    query: {
      ...toListQuery(address),
      ...(status && { status: status as (typeof BOOK_STATUSES)[number] }),
      ...(genre && { genre: genre as Genre }),
      ...(file && { file: 'missing' as const }),
    },
  })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...booksQuery,
    ...LIVE_QUERY,
    placeholderData: keepPreviousData,
  })
  const [toDelete, setToDelete] = useState<readonly AdminBook[]>([])
  const books = data?.data ?? []
  const selection = useSelection(books)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const client = useQueryClient()
  const toast = useToast()
  const change = (patch: (books: AdminBook[]) => AdminBook[]) =>
    client.setQueryData<Page>(booksQuery.queryKey, (cached) => cached && { ...cached, data: patch(cached.data) })
  const actions = useBookActions({
    onChanged: (book) => change((cached) => cached.map((one) => (one._id === book._id ? book : one))),
    onStale: () => void refetch(),
    onDeleted: (book) => {
      change((cached) => cached.filter(({ _id }) => _id !== book._id))
      toast.good(MANAGE_BOOKS.deleted)
      focusHeading()
      void refetch()
    },
    onManyChanged: (failed, asked) => {
      const messages = new Map(failed.map(({ _id, message }) => [_id, message]))
      setFailures(
        asked.flatMap(({ _id, title }) => {
          const message = messages.get(_id)
          return message === undefined ? [] : [{ _id, title, message }]
        }),
      )
      selection.keepOnly(messages)
      focusHeading()
      void refetch()
    },
  })
  const remove = async () => {
    const [book] = toDelete
    if (!book) return
    await (toDelete.length === 1 ? actions.remove(book) : actions.changeMany({ action: 'delete' }, toDelete))
    setToDelete([])
  }

  if (!data && error)
    return (
      <div className={css.state}>
        <ErrorNotice
          title={MANAGE_BOOKS.errorTitle}
          message={adminErrorMessage(error, listAdminBooks, MANAGE_BOOKS.failed)}
          onRetry={() => void refetch()}
        />
      </div>
    )
  if (!data) return <TableSkeleton text={MANAGE_BOOKS.loading} />
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <Failures failures={failures} />
      {books.length === 0 ? (
        <NoBooks address={address} />
      ) : (
        <>
          <BulkBar selection={selection} actions={actions} onDelete={() => setToDelete(selection.chosen)} />
          <BooksTable
            books={books}
            address={address}
            selection={selection}
            actions={actions}
            onDelete={(book) => setToDelete([book])}
          />
        </>
      )}
      <Footer address={address} pagination={data.pagination} shown={books.length} />
      <ConfirmDeleteBooks
        books={toDelete}
        busy={actions.busy}
        onDelete={() => void remove()}
        onCancel={() => setToDelete([])}
      />
    </div>
  )
}

/** The books of a bulk action that were not changed; they stay selected. */
const Failures = ({ failures }: { failures: readonly Failure[] }) =>
  failures.length === 0 ? null : (
    <Notice kind="bad" title={MANAGE_BOOKS.notChanged(failures.length)}>
      <ul>
        {failures.map(({ _id, title, message }) => (
          <li key={_id}>
            <bdi>{title}</bdi>
            {SIGNS.colon}
            {translateSentence(message)}
          </li>
        ))}
      </ul>
    </Notice>
  )

const NoBooks = ({ address: { words, filters, page, to } }: { address: Address }) => (
  <div className={css.state}>
    <p>{MANAGE_BOOKS.none}</p>
    {(words || Object.values(filters).some(Boolean) || page > 1) && (
      <ButtonLink kind="quiet" to={to({ words: '', filters: { status: '', genre: '', file: '' } })}>
        {ADMIN.all}
      </ButtonLink>
    )}
  </div>
)

interface FooterProps {
  address: Address
  pagination: Page['pagination']
  shown: number
}

/** Hidden if there is only one page. */
const Footer = ({ address: { page, words, to }, pagination: { pages, total }, shown }: FooterProps) => {
  if (pages < 2) return null
  const from = (page - 1) * ADMIN_PAGE + 1
  return (
    <div className={css.pager}>
      {shown > 0 && <p>{ADMIN.showing(from, from + shown - 1, total)}</p>}
      {isCapped(words, total) && <p className="hint">{ADMIN.most}</p>}
      <ListPager page={page} pages={pages} to={(number) => to({ page: number })} previous={ADMIN.prev}>
        <span className="hint">{ADMIN.pageOf(page, pages)}</span>
      </ListPager>
    </div>
  )
}
