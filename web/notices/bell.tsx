import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide'
import { Link } from 'react-router'
import { countNotices } from '#contract/calls/notices.ts'
import { query } from '#web/api/query.ts'
import { countUpTo99, NOTICES } from '#web/messages/notices.ts'
import { Icon } from '#web/ui/icon.tsx'
import css from './bell.module.css'

/** Leads to the notices, with the number of those that are unread. */
export const Bell = () => {
  const { data } = useQuery(query(countNotices))
  const count = data?.count ?? 0
  return (
    <Link to="/notices" className={css.bell} aria-label={NOTICES.bell(count, countUpTo99(count))}>
      <Icon of={BellIcon} />
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {countUpTo99(count)}
        </span>
      )}
    </Link>
  )
}
