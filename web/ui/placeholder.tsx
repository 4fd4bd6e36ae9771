import { useState } from 'react'
import type { ReactNode } from 'react'
import css from './placeholder.module.css'

interface PlaceholderProps {
  isWaiting: boolean
  /** Shown while waiting. */
  waiting: ReactNode
  /** The invisible shape of the skeleton, which reserves its space. */
  shape: ReactNode
  children: ReactNode
}

/** Content that replaces a skeleton. It takes at least the skeleton's space, so that there is no layout shift below. */
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
