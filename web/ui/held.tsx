import { useState } from 'react'
import type { ReactNode } from 'react'
import css from './held.module.css'

interface HeldProps {
  isWaiting: boolean
  /** What is shown while waiting. */
  waiting: ReactNode
  /** The same as a mere shape. */
  shape: ReactNode
  children: ReactNode
}

/** What came in place of a skeleton that was shown takes no less room than it did, so that nothing below moves. */
export const Held = ({ isWaiting, waiting, shape, children }: HeldProps) => {
  const [hasWaited, setHasWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setHasWaited(true)
  if (isWaiting) return waiting
  if (!hasWaited) return children
  return (
    <div className={css.held}>
      <div className={css.ghost} aria-hidden="true">
        {shape}
      </div>
      <div>{children}</div>
    </div>
  )
}
