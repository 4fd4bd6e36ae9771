import type { ReactNode } from 'react'
import css from './home-page.module.css'
import { useIsHomeKnown } from './use-is-empty-library.ts'

/** What stands below shelves that may be there or not: it comes once that is known, so that it is never pushed along. */
export const RestOfHome = ({ children }: { children: ReactNode }) =>
  useIsHomeKnown() ? children : <div className={css.rest} />
