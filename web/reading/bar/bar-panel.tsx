import type { IconNode } from 'lucide'
import { useId, useRef, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import css from './bar-panel.module.css'

interface BarPanelProps {
  label: string
  icon: IconNode
  className?: string | undefined
  /** The content, which may close the panel. */
  children: (close: () => void) => ReactNode
}

/** A button of the bar with a panel below it, which Escape and a press elsewhere close. */
export const BarPanel = ({ label, icon, className, children }: BarPanelProps) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // A press on the panel itself takes the focus from its fields, to nowhere.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
    // A press in the frame of a book takes it without saying so.
    else window.setTimeout(() => document.activeElement instanceof HTMLIFrameElement && setOpen(false))
  }
  return (
    <div
      role="group"
      aria-label={label}
      className={css.menu}
      onBlur={onBlur}
      onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}
    >
      <IconButton
        ref={button}
        label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          setOpen(!isOpen)
          // Safari does not, and a press elsewhere would take no focus from the panel.
          button.current?.focus()
        }}
      >
        <Icon of={icon} />
      </IconButton>
      {isOpen && (
        <div id={id} className={classNames(css.panel, className)} data-own-keys>
          {children(close)}
        </div>
      )}
    </div>
  )
}
