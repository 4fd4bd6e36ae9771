import { use, useEffect, useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import css from './dialog.module.css'
import { ShownContext, ToastStack } from './toast.tsx'

export interface DialogProps {
  open?: boolean
  /** It can't be closed while this is true. */
  busy?: boolean
  /** Called by its first button, on Escape and on other close requests of the browser. */
  onClose: () => void
  title: string
  /** For content of more than a few lines. */
  wide?: boolean
  children?: ReactNode
  /** The label of the first button, which closes it: the safe one, or the only one. */
  closeLabel?: string
  /** The other buttons. */
  actions?: ReactNode
}

/**
 * A modal dialog: it traps focus, Escape closes it, and focus returns to the element focused before. It is a child of the
 * body, because its opener may be on a coloured background that redefines the colours.
 */
export const Dialog = ({
  open = true,
  busy = false,
  onClose,
  title,
  wide,
  children,
  closeLabel,
  actions,
}: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const lastFocused = useRef<HTMLElement>(null)
  const titleId = useId()
  const textId = useId()
  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const focused = document.activeElement
    element.showModal()
    return () => {
      element.close()
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
    }
  }, [open])
  if (!open) return null
  return createPortal(
    <dialog
      ref={dialog}
      className={classNames(css.dialog, wide && css.wide)}
      aria-labelledby={titleId}
      aria-describedby={children ? textId : undefined}
      onKeyDown={trapFocus}
      onFocus={({ target, currentTarget }) => {
        if (currentTarget.contains(target)) lastFocused.current = target
      }}
      onClose={({ target, currentTarget }) => {
        // At a second Escape in a row browsers close it without asking.
        if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return
        const last = lastFocused.current
        currentTarget.showModal()
        last?.focus()
      }}
      onCancel={(event) => {
        // Those of file inputs and of dialogs inside come here too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!busy) onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children && <div id={textId}>{children}</div>}
      <div className={css.actions}>
        {closeLabel && (
          <Button kind={actions ? 'plain' : 'strong'} onClick={onClose} disabled={busy}>
            {closeLabel}
          </Button>
        )}
        {actions}
      </div>
      <DialogToasts dialog={titleId} />
    </dialog>,
    document.body,
  )
}

/** The toasts, while the dialog is the topmost one. */
const DialogToasts = ({ dialog }: { dialog: string }) => {
  const { toasts, setToasts, dialogs, setDialogs } = use(ShownContext)
  // Not one that comes as the dialog closes: it is announced in the page.
  const announced = useRef(toasts)
  useEffect(() => {
    announced.current = toasts
  }, [toasts])
  useEffect(() => {
    const move = (change: (ids: readonly string[]) => readonly string[]) => {
      const moved = announced.current
      setDialogs(change)
      setToasts((now) => now.map((toast) => (moved.includes(toast) ? { ...toast, live: 'off' } : toast)))
    }
    move((ids) => [...ids, dialog])
    return () => move((ids) => ids.filter((id) => id !== dialog))
  }, [dialog, setDialogs, setToasts])
  return <ToastStack toasts={dialogs.at(-1) === dialog ? toasts : []} setToasts={setToasts} />
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

// Browsers let Tab leave a modal dialog for their own controls, where screen reader users get lost.
const trapFocus = (event: KeyboardEvent<HTMLDialogElement>) => {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (document.activeElement !== from) return
  event.preventDefault()
  to?.focus()
}
