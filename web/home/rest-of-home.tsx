import type { ReactNode } from 'react'
import css from './home-page.module.css'

interface RestOfHomeProps {
  isKnown: boolean
  children: ReactNode
}

/** What stands below shelves that may be there or not: it comes once that is known, so that it is never pushed along. */
export const RestOfHome = ({ isKnown, children }: RestOfHomeProps) =>
  isKnown ? children : <div className={css.rest} />
