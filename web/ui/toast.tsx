import { X } from 'lucide'
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import css from './toast.module.css'

interface Toast {
  id: number
  text: string
  title?: string | undefined
  bad: boolean
}

interface Toasts {
  /** Shows a success; it disappears by itself. */
  good: (text: string) => void
  /** Shows a failure; it stays until it is closed. */
  bad: (text: string, title?: string) => void
}

const ToastContext = createContext<Toasts | null>(null)
const SUCCESS_MS = 7000
const MAX_TOASTS = 3

/** `useToast().good('Saved')`, `useToast().bad('Could not save')`. */
export const useToast = () => {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToast needs a ToastProvider above it')
  return toasts
}

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const count = useRef(0)
  const add = useCallback((text: string, bad: boolean, title?: string) => {
    const id = ++count.current
    setToasts((now) => [...now.filter((toast) => toast.text !== text), { id, text, title, bad }].slice(-MAX_TOASTS))
  }, [])
  const close = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), [])
  const api = useMemo<Toasts>(
    () => ({ good: (text) => add(text, false), bad: (text, title) => add(text, true, title) }),
    [add],
  )
  return (
    <ToastContext value={api}>
      {children}
      {/* Both regions are always rendered, since screen readers announce changes of existing live regions only. */}
      <div className={css.stack}>
        <Region role="status" toasts={toasts.filter(({ bad }) => !bad)} close={close} />
        <Region role="alert" toasts={toasts.filter(({ bad }) => bad)} close={close} />
      </div>
    </ToastContext>
  )
}

interface RegionProps {
  role: 'status' | 'alert'
  toasts: readonly Toast[]
  close: (id: number) => void
}

const Region = ({ role, toasts, close }: RegionProps) => (
  <div role={role} className={css.region}>
    {toasts.map((toast) => (
      <ToastCard key={toast.id} toast={toast} close={close} />
    ))}
  </div>
)

const ToastCard = ({ toast, close }: { toast: Toast; close: (id: number) => void }) => {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused || toast.bad) return
    const timer = setTimeout(() => close(toast.id), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [isPaused, toast, close])
  return (
    <div
      className={classNames(css.toast, toast.bad && css.bad)}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p>
        {toast.title && <b>{toast.title}</b>}
        {toast.text}
      </p>
      <IconButton label="Close" onClick={() => close(toast.id)}>
        <Icon of={X} />
      </IconButton>
    </div>
  )
}
