import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ADMIN } from '#web/messages/admin.ts'
import css from './table.module.css'

interface ListPagerProps {
  page: number
  pages: number
  to: (page: number) => string
  previous: string
  next: string
  /** Shown between the two links. */
  children?: ReactNode
}

/** Links to the previous and the next page. */
export const ListPager = ({ page, pages, to, previous, next, children }: ListPagerProps) => (
  <nav aria-label={ADMIN.pages}>
    <Step label={previous} to={page > 1 ? to(Math.min(page - 1, Math.max(pages, 1))) : undefined} rel="prev" />
    {children}
    <Step label={next} to={page < pages ? to(page + 1) : undefined} rel="next" />
  </nav>
)

const Step = ({ label, to, rel }: { label: string; to: string | undefined; rel: string }) =>
  to === undefined ? (
    <span className={css.step} aria-disabled="true" role="link">
      {label}
    </span>
  ) : (
    <Link className={css.step} to={to} rel={rel}>
      {label}
    </Link>
  )
