import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLatest } from './use-latest.ts'
import css from './foot-notice.module.css'

interface FootNoticeProps {
  text: string
  /** Its buttons. */
  children?: ReactNode
  /** Called when it has been shown long enough; without it the notice stays. */
  onGone?: () => void
}

const SHOWN_MS = 8000

/** One line at the foot of what is shown, with its buttons. It stays while the pointer or the focus is on it. */
export const FootNotice = ({ text, children, onGone }: FootNoticeProps) => {
  const notice = useRef<HTMLElement>(null)
  const id = useId()
  const gone = useLatest(onGone)
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (!notice.current?.matches(':hover, :focus-within')) gone.current?.()
    }, SHOWN_MS)
    return () => window.clearInterval(timer)
  }, [text, gone])
  return (
    <section ref={notice} className={css.notice} aria-labelledby={id}>
      <p id={id}>{text}</p>
      {children}
    </section>
  )
}
