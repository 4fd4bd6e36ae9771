import { X } from 'lucide'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './toast.module.css'
import { COMPONENTS } from '#web/messages/components.ts'

interface Toast {
  id: number
  text: string
  title?: string | undefined
  bad: boolean
  /** Off for one that has moved into a dialog or out of it, which is not announced again. */
  live?: 'off'
}

interface Toasts {
  /** Shows a success; it disappears by itself. */
  good: (text: string) => void
  /** Shows a failure; it stays until it is closed. */
  bad: (text: string, title?: string) => void
}

interface Shown extends ToastStackProps {
  /** The ids of the open modal dialogs, the topmost last: it shows the toasts, as what is under it can not be pressed. */
  dialogs: readonly string[]
  setDialogs: Dispatch<SetStateAction<readonly string[]>>
}

// Both are given by the ToastProvider around every page.
const ToastContext = createContext({} as Toasts)
export const ShownContext = createContext({} as Shown)
const SUCCESS_MS = 7000
const MAX_TOASTS = 3

/** `useToast().good('Saved')`, `useToast().bad('Could not save')`. */
export const useToast = () => use(ToastContext)

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const [dialogs, setDialogs] = useState<readonly string[]>([])
  const count = useRef(0)
  const add = useCallback((text: string, bad: boolean, title?: string) => {
    const id = ++count.current
    setToasts((now) => [...now.filter((toast) => toast.text !== text), { id, text, title, bad }].slice(-MAX_TOASTS))
  }, [])
  const api = useMemo<Toasts>(
    () => ({ good: (text) => add(text, false), bad: (text, title) => add(text, true, title) }),
    [add],
  )
  return (
    <ToastContext value={api}>
      <ShownContext value={{ toasts, setToasts, dialogs, setDialogs }}>{children}</ShownContext>
      <ToastStack toasts={dialogs.length > 0 ? [] : toasts} setToasts={setToasts} />
    </ToastContext>
  )
}

interface ToastStackProps {
  toasts: readonly Toast[]
  setToasts: Dispatch<SetStateAction<readonly Toast[]>>
}

/** Both regions are always rendered, since screen readers announce changes of existing live regions only. */
export const ToastStack = ({ toasts, setToasts }: ToastStackProps) => (
  <div className={css.stack}>
    {(['status', 'alert'] as const).map((role) => (
      <div key={role} role={role}>
        {toasts.map(
          (toast) =>
            toast.bad === (role === 'alert') && <ToastCard key={toast.id} toast={toast} setToasts={setToasts} />,
        )}
      </div>
    ))}
  </div>
)

const ToastCard = ({ toast, setToasts }: Pick<ToastStackProps, 'setToasts'> & { toast: Toast }) => {
  const [isPaused, setPaused] = useState(false)
  const close = useCallback(() => setToasts((now) => now.filter(({ id }) => id !== toast.id)), [toast.id, setToasts])
  useEffect(() => {
    if (isPaused || toast.bad) return
    const timer = setTimeout(close, SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [isPaused, toast, close])
  return (
    <div
      className={classNames(css.toast, toast.bad && css.bad)}
      aria-live={toast.live}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>
        {toast.title && <b>{toast.title}</b>}
        {toast.text}
      </p>
      <IconButton label={COMPONENTS.close} onClick={close}>
        <Icon of={X} />
      </IconButton>
    </div>
  )
}
