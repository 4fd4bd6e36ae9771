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
  /** Between the two. */
  children?: ReactNode
}

/** One page back and one forward, never past the ends. */
export const ListPager = ({ page, pages, to, previous, next, children }: ListPagerProps) => (
  <nav aria-label={ADMIN.pages}>
    <Step word={previous} to={page > 1 ? to(Math.min(page - 1, Math.max(pages, 1))) : undefined} rel="prev" />
    {children}
    <Step word={next} to={page < pages ? to(page + 1) : undefined} rel="next" />
  </nav>
)

const Step = ({ word, to, rel }: { word: string; to: string | undefined; rel: string }) =>
  to === undefined ? (
    <span className={css.step} aria-disabled="true" role="link">
      {word}
    </span>
  ) : (
    <Link className={css.step} to={to} rel={rel}>
      {word}
    </Link>
  )
