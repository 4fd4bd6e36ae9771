import { ArrowDown, ArrowUp } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Direction } from '#contract/values/admin.ts'
import { Icon } from '#web/ui/icon.tsx'
import { usualDirection } from './list-address.ts'
import css from './table.module.css'

/** What of a list's address its heads need. */
export interface Sorted<Sort extends string> {
  sort: Sort
  direction: Direction
  to: (change: { sort: Sort; direction: Direction }) => string
}

interface SortHeadProps<Sort extends string> {
  address: Sorted<Sort>
  by: Sort
  className?: string | undefined
  children: ReactNode
}

/** The head of a column that orders the list by it, and on a second press the other way round. */
export const SortHead = <Sort extends string>({ address, by, className, children }: SortHeadProps<Sort>) => {
  const { sort, direction, to } = address
  const isSorted = sort === by
  const next = isSorted ? (direction === 'asc' ? 'desc' : 'asc') : usualDirection(by)
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <Link className={css.sort} to={to({ sort: by, direction: next })}>
        {children}
        {isSorted && <Icon of={direction === 'asc' ? ArrowUp : ArrowDown} />}
      </Link>
    </th>
  )
}
