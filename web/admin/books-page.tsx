import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMIN_BOOK_SORTS, ADMIN_PAGE, BOOK_STATUSES, listAdminBooks } from '#contract/calls/admin.ts'
import type { AdminBook } from '#contract/admin.ts'
import type { Output } from '#contract/endpoint.ts'
import { query } from '#web/api/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ConfirmDelete } from '#web/publishing/confirm-delete.tsx'
import { ADMIN, MANAGE_BOOKS } from '#web/messages/admin.ts'
import { adminErrorMessage } from './admin-call.ts'
import { AdminPage } from './admin-page.tsx'
import { BooksTable } from './books-table.tsx'
import { TableSkeleton } from './skeletons.tsx'
import { ListBar } from './list-bar.tsx'
import { useListAddress } from './list-address.ts'
import type { ListAddress } from './list-address.ts'
import { ListPager } from './list-pager.tsx'
import { LIVE_QUERY } from './live-query.ts'
import { focusHeading, isCapped } from './lists.ts'
import css from './table.module.css'
import { useBookActions } from './use-book-actions.ts'

type Address = ListAddress<(typeof ADMIN_BOOK_SORTS)[number], (typeof BOOK_STATUSES)[number]>
type Page = Output<typeof listAdminBooks>

/** All books of the library, with the actions on them. */
export const Component = () => (
  <AdminPage
    title={MANAGE_BOOKS.title}
    actions={
      <ButtonLink kind="strong" to="/admin/books/add">
        {MANAGE_BOOKS.add}
      </ButtonLink>
    }
  >
    <Books />
  </AdminPage>
)

const SEARCH = { label: MANAGE_BOOKS.search, hint: MANAGE_BOOKS.searchHint }
const STATUS = { label: MANAGE_BOOKS.status, options: MANAGE_BOOKS.statuses }

const Books = () => {
  const address = useListAddress({ sorts: ADMIN_BOOK_SORTS, statuses: BOOK_STATUSES })
  return (
    <>
      <ListBar address={address} search={SEARCH} sorts={MANAGE_BOOKS.sorts} status={STATUS} />
      <BookList address={address} />
    </>
  )
}

const BookList = ({ address }: { address: Address }) => {
  const { page, words, sort, status } = address
  const booksQuery = query(listAdminBooks, {
    query: { page, sort, ...(words && { query: words }), ...(status && { status }) },
  })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...booksQuery,
    ...LIVE_QUERY,
    placeholderData: keepPreviousData,
  })
  const [toDelete, setToDelete] = useState<AdminBook>()
  const client = useQueryClient()
  const toast = useToast()
  const change = (patch: (books: AdminBook[]) => AdminBook[]) =>
    client.setQueryData<Page>(booksQuery.queryKey, (cached) => cached && { ...cached, data: patch(cached.data) })
  const actions = useBookActions({
    onChanged: (book) => change((books) => books.map((one) => (one._id === book._id ? book : one))),
    onStale: () => void refetch(),
    onDeleted: (book) => {
      setToDelete(undefined)
      change((books) => books.filter(({ _id }) => _id !== book._id))
      toast.good(MANAGE_BOOKS.deleted)
      focusHeading()
      void refetch()
    },
  })

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
      {data.data.length === 0 ? (
        <NoBooks address={address} />
      ) : (
        <BooksTable books={data.data} sort={sort} actions={actions} onDelete={setToDelete} />
      )}
      <Footer address={address} pagination={data.pagination} shown={data.data.length} />
      <ConfirmDelete
        title={toDelete?.title}
        busy={actions.busy}
        onDelete={() =>
          toDelete && void actions.remove(toDelete).then((isDeleted) => isDeleted || setToDelete(undefined))
        }
        onCancel={() => setToDelete(undefined)}
      />
    </div>
  )
}

const NoBooks = ({ address: { words, status, page, to } }: { address: Address }) => (
  <div className={css.state}>
    <p>{MANAGE_BOOKS.none}</p>
    {(words || status || page > 1) && (
      <ButtonLink kind="quiet" to={to({ words: '', status: '' })}>
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
      {isCapped(words, total) && <p className={css.note}>{ADMIN.most}</p>}
      <ListPager
        page={page}
        pages={pages}
        to={(number) => to({ page: number })}
        previous={ADMIN.prev}
        next={ADMIN.next}
      >
        <span className={css.note}>{ADMIN.pageOf(page, pages)}</span>
      </ListPager>
    </div>
  )
}
