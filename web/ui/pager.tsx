import { Fragment } from 'react'
import { Link } from 'react-router'
import type { To } from 'react-router'
import css from './pager.module.css'
import { pagesAround } from './pages-around.ts'
import { COMPONENTS } from '#web/messages/components.ts'

interface PagerProps {
  page: number
  totalPages: number
  /** The address of a page. */
  to: (page: number) => To
  label?: string
}

/** Links to the previous and next page and to pages between; hidden if there is only one page. */
export const Pager = ({ page, totalPages, to, label = COMPONENTS.pages }: PagerProps) => {
  if (totalPages < 2) return null
  const pages = pagesAround(page, totalPages)
  return (
    <nav aria-label={label} className={css.pager}>
      <Step label={COMPONENTS.previous} to={page > 1 ? to(page - 1) : undefined} rel="prev" />
      {pages.map((number, index) => (
        <Fragment key={number}>
          {index > 0 && number - (pages[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
          <Link
            to={to(number)}
            aria-label={COMPONENTS.page(number)}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        </Fragment>
      ))}
      <Step label={COMPONENTS.next} to={page < totalPages ? to(page + 1) : undefined} rel="next" />
    </nav>
  )
}

/** A link to the previous or the next page, or only its words where there is no such page. */
export const Step = ({ label, to, rel }: { label: string; to: To | undefined; rel: string }) =>
  to === undefined ? (
    <span className={css.step} aria-disabled="true" role="link">
      {label}
    </span>
  ) : (
    <Link className={css.step} to={to} rel={rel}>
      {label}
    </Link>
  )
