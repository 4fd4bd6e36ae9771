import type { USER_SORTS } from '#contract/calls/admin.ts'
import type { AdminUser } from '#contract/admin.ts'
import { classNames } from '#web/ui/class-names.ts'
import { USERS } from '#web/messages/admin.ts'
import css from './table.module.css'
import { UserRow } from './user-row.tsx'

interface UsersTableProps {
  users: readonly AdminUser[]
  sort: (typeof USER_SORTS)[number]
  onEditing: (id: string, on: boolean) => void
  onSaved: (user: AdminUser) => void
  /** The list is outdated. */
  onStale: () => void
  onDelete: (user: AdminUser) => void
}

export const UsersTable = ({ users, sort, ...on }: UsersTableProps) => {
  const { username, email, type, verified, actions } = USERS.columns
  const sorted = (by: string) => (sort === by ? 'ascending' : undefined)
  return (
    <table className={classNames(css.table, css.narrow62)}>
      <thead>
        <tr>
          <th scope="col" aria-sort={sorted('username')}>
            {username}
          </th>
          <th scope="col" aria-sort={sorted('email')}>
            {email}
          </th>
          <th scope="col" aria-sort={sorted('type')}>
            {type}
          </th>
          <th scope="col">{verified}</th>
          <th scope="col" className={css.end}>
            {actions}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user._id} user={user} {...on} />
        ))}
      </tbody>
    </table>
  )
}
