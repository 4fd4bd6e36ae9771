import type { USER_SORTS } from '#contract/values/admin.ts'
import type { AdminUser } from '#contract/admin.ts'
import { classNames } from '#web/ui/class-names.ts'
import { USERS } from '#web/messages/admin-users.ts'
import { SortHead } from './sort-head.tsx'
import type { Sorted } from './sort-head.tsx'
import css from './table.module.css'
import userCss from './users-table.module.css'
import { UserRow } from './user-row.tsx'

interface UsersTableProps {
  users: readonly AdminUser[]
  address: Sorted<(typeof USER_SORTS)[number]>
  onEditing: (id: string, on: boolean) => void
  onSaved: (user: AdminUser) => void
  /** The list is outdated. */
  onStale: () => void
  onDelete: (user: AdminUser) => void
  onSuspend: (user: AdminUser) => void
}

/** The accounts as a table; in a narrow window as a list. */
export const UsersTable = ({ users, address, ...on }: UsersTableProps) => {
  const { username, email, type, verified, actions } = USERS.columns
  return (
    <table className={classNames(css.table, css.narrowList, userCss.table)}>
      <thead>
        <tr>
          <SortHead address={address} by="username">
            {username}
          </SortHead>
          <SortHead address={address} by="email">
            {email}
          </SortHead>
          <SortHead address={address} by="type">
            {type}
          </SortHead>
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
