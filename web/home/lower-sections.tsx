import { useState } from 'react'
import type { ReactNode } from 'react'
import css from './home-page.module.css'

interface LowerSectionsProps {
  isKnown: boolean
  children: ReactNode
}

/**
 * The sections below optional shelves. They are shown once it is known which shelves there are, so that they do not
 * move, and stay when those queries run again.
 */
export const LowerSections = ({ isKnown, children }: LowerSectionsProps) => {
  const [wasKnown, setWasKnown] = useState(isKnown)
  if (isKnown && !wasKnown) setWasKnown(true)
  return isKnown || wasKnown ? children : <div className={css.rest} />
}
