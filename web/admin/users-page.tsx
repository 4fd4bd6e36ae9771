import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FACTOR_FILTERS, USER_SORTS } from '#contract/values/admin.ts'
import { listUsers } from '#contract/calls/admin.ts'
import type { AdminUser } from '#contract/admin.ts'
import type { Output } from '#contract/api/endpoint.ts'
import { query } from '#web/api/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { USERS } from '#web/messages/admin-users.ts'
import { adminErrorMessage } from './admin-error-message.ts'
import { StaffPage } from '#web/staff/staff-page.tsx'
import { TableSkeleton } from './skeletons.tsx'
import { DeleteUser } from './delete-user.tsx'
import { ListBar } from './list-bar.tsx'
import { toListQuery, useListAddress } from './list-address.ts'
import type { ListAddress } from './list-address.ts'
import { ListFoot } from './list-pager.tsx'
import { LIVE_QUERY } from './live-query.ts'
import { focusHeading } from './lists.ts'
import css from './table.module.css'
import { SuspendUser } from './suspend-user.tsx'
import { UsersTable } from './users-table.tsx'

type Sort = (typeof USER_SORTS)[number]
type Address = ListAddress<Sort, 'factor'>
type Page = Output<typeof listUsers>

const BACK = { to: '/admin', label: ADMIN.back }

/** All accounts except guests, which can be edited and deleted. */
export const Component = () => (
  <StaffPage title={USERS.title} back={BACK}>
    <Users />
  </StaffPage>
)

const SEARCH = { label: USERS.search, hint: USERS.searchHint }
const FILTERS = [
  {
    name: 'factor',
    label: USERS.secondFactor,
    options: [['', ADMIN.any], ...FACTOR_FILTERS.map((factor) => [factor, USERS.factors[factor]] as const)],
  },
] as const

const Users = () => {
  const address = useListAddress({
    sorts: USER_SORTS,
    sortOf: (): Sort => 'new',
    filters: { factor: FACTOR_FILTERS },
  })
  return (
    <>
      <ListBar address={address} search={SEARCH} sorts={USERS.sorts} filters={FILTERS} />
      <UserList address={address} />
    </>
  )
}

const UserList = ({ address }: { address: Address }) => {
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set())
  const { factor } = address.filters
  const usersQuery = query(listUsers, {
    query: { ...toListQuery(address), ...(factor && { factor: factor as (typeof FACTOR_FILTERS)[number] }) },
  })
  // A refetch on focus could remove a row that is being edited.
  const live = { ...LIVE_QUERY, refetchOnWindowFocus: editing.size === 0 ? LIVE_QUERY.refetchOnWindowFocus : false }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...usersQuery,
    ...live,
    placeholderData: keepPreviousData,
  })
  const [toDelete, setToDelete] = useState<AdminUser>()
  const [toSuspend, setToSuspend] = useState<AdminUser>()
  const client = useQueryClient()
  const toast = useToast()
  const change = (patch: (page: Page) => Page) =>
    client.setQueryData<Page>(usersQuery.queryKey, (cached) => cached && patch(cached))

  if (!data && error)
    return (
      <div className={css.state}>
        <ErrorNotice message={adminErrorMessage(error, listUsers, USERS.failed)} onRetry={() => void refetch()} />
      </div>
    )
  if (!data) return <TableSkeleton text={USERS.loading} />
  const replace = (user: AdminUser) =>
    change((cached) => ({ ...cached, data: cached.data.map((one) => (one._id === user._id ? user : one)) }))
  const remove = ({ _id, username }: AdminUser) => {
    setToDelete(undefined)
    change((cached) => ({ ...cached, data: cached.data.filter((one) => one._id !== _id) }))
    toast.good(USERS.deleted(username))
    focusHeading()
    void refetch()
  }
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      {data.data.length === 0 ? (
        <NoUsers address={address} />
      ) : (
        <UsersTable
          users={data.data}
          address={address}
          onEditing={(id, on) => setEditing((before) => toggled(before, id, on))}
          onSaved={replace}
          onStale={() => void refetch()}
          onDelete={setToDelete}
          onSuspend={setToSuspend}
        />
      )}
      <ListFoot address={address} pagination={data.pagination} />
      {toSuspend && (
        <SuspendUser
          user={toSuspend}
          onDone={() => replace({ ...toSuspend, isSuspended: true })}
          onClose={() => setToSuspend(undefined)}
        />
      )}
      <DeleteUser
        user={toDelete}
        onDone={remove}
        onClose={() => setToDelete(undefined)}
        onStale={() => void refetch()}
      />
    </div>
  )
}

const toggled = (before: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> => {
  const after = new Set(before)
  if (on) after.add(id)
  else after.delete(id)
  return after
}

const NoUsers = ({ address: { words, filters, page, to } }: { address: Address }) => (
  <div className={css.state}>
    <p>{USERS.none}</p>
    {(words || filters.factor || page > 1) && (
      <ButtonLink kind="quiet" to={to({ words: '', filters: { factor: '' } })}>
        {ADMIN.all}
      </ButtonLink>
    )}
  </div>
)
