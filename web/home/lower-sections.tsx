import { useState } from 'react'
import type { ReactNode } from 'react'
import css from './home-page.module.css'

interface RestOfHomeProps {
  isKnown: boolean
  children: ReactNode
}

/**
 * What stands below shelves that may be there or not: it comes once that is known, so that it is never pushed along, and
 * stays: what it asks for anew would send it away again.
 */
export const LowerSections = ({ isKnown, children }: RestOfHomeProps) => {
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setWasKnown(true)
  return isKnown || wasKnown ? children : <div className={css.rest} />
}
