import { useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { asciiDigits } from '#contract/shapes/ascii-digits.ts'
import { Button } from '#web/ui/button.tsx'
import { Step } from '#web/ui/pager.tsx'
import { ADMIN } from '#web/messages/admin.ts'
import { isCapped } from './lists.ts'
import css from './table.module.css'

interface ListPagerProps {
  page: number
  pages: number
  to: (page: number) => string
  previous?: string
  /** Shown between the two links. */
  children?: ReactNode
}

/** Links to the previous and the next page, and a field for the number of any page. */
export const ListPager = ({ page, pages, to, previous = ADMIN.previous, children }: ListPagerProps) => (
  <nav aria-label={ADMIN.pages}>
    <Step label={previous} to={page > 1 ? to(Math.min(page - 1, Math.max(pages, 1))) : undefined} rel="prev" />
    {children}
    <Step label={ADMIN.next} to={page < pages ? to(page + 1) : undefined} rel="next" />
    {pages > 1 && <GoToPage key={page} pages={pages} to={to} />}
  </nav>
)

interface ListFootProps {
  address: { page: number; words: string; to: (change: { page: number }) => string }
  pagination: { pages: number; total: number }
}

/** Below a list: which of its pages this is, with the way to the others. */
export const ListFoot = ({ address: { page, words, to }, pagination: { pages, total } }: ListFootProps) => (
  <div className={css.pager}>
    <ListPager page={page} pages={pages} to={(number) => to({ page: number })}>
      <span>{ADMIN.pageOf(page, Math.max(pages, 1))}</span>
    </ListPager>
    {isCapped(words, total) && <p className="hint">{ADMIN.most}</p>}
  </div>
)

const GoToPage = ({ pages, to }: Pick<ListPagerProps, 'pages' | 'to'>) => {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const number = Math.min(Math.max(Math.trunc(Number(asciiDigits(text))), 1), pages)
  return (
    <form
      className={css.go}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() && !Number.isNaN(number)) void navigate(to(number))
      }}
    >
      <label>
        {ADMIN.goTo}
        <input
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          size={4}
          maxLength={9}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Button type="submit" kind="quiet">
        {ADMIN.go}
      </Button>
    </form>
  )
}
