import { useState } from 'react'
import type { ReactNode } from 'react'
import css from './placeholder.module.css'

interface PlaceholderProps {
  isWaiting: boolean
  /** What is shown while waiting. */
  waiting: ReactNode
  /** The same as a mere shape. */
  shape: ReactNode
  children: ReactNode
}

/** What came in place of a skeleton that was shown takes no less room than it did, so that nothing below moves. */
export const Placeholder = ({ isWaiting, waiting, shape, children }: PlaceholderProps) => {
  const [hasWaited, setHasWaited] = useState(isWaiting)
  if (isWaiting && !hasWaited) setHasWaited(true)
  if (isWaiting) return waiting
  if (!hasWaited) return children
  return (
    <div className={css.placeholder}>
      <div className={css.shape} aria-hidden="true">
        {shape}
      </div>
      <div>{children}</div>
    </div>
  )
}
