import type { ReactNode, Ref } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import css from './notice.module.css'
import { COMPONENTS } from '#web/messages/components.ts'

interface NoticeProps {
  kind?: 'bad' | 'good' | 'info'
  title?: string | undefined
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** A message box; a bad one is an alert. */
export const Notice = ({ kind = 'info', title, children, ref }: NoticeProps) => (
  <div ref={ref} role={kind === 'bad' ? 'alert' : 'status'} tabIndex={-1} className={classNames(css.notice, css[kind])}>
    {title && <p className={css.title}>{title}</p>}
    {typeof children === 'string' ? <p>{children}</p> : children}
  </div>
)

interface ErrorNoticeProps {
  message: string
  title?: string | undefined
  onRetry?: (() => void) | undefined
  /** Other actions beside Retry. */
  children?: ReactNode
}

/** An error message, with a Retry button if there is `onRetry`. */
export const ErrorNotice = ({ message, title, onRetry, children }: ErrorNoticeProps) => (
  <Notice kind="bad" title={title}>
    <p>{message}</p>
    {(onRetry || children) && (
      <div className={css.actions}>
        {onRetry && (
          <Button kind="quiet" onClick={onRetry}>
            {COMPONENTS.retry}
          </Button>
        )}
        {children}
      </div>
    )}
  </Notice>
)
