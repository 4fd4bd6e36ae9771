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

interface Say {
  /** Says that something went well; it goes by itself. */
  good: (text: string) => void
  /** Says that something failed; it stays until it is closed. */
  bad: (text: string, title?: string) => void
}

const ToastContext = createContext<Say | null>(null)
const GOOD_MS = 7000
const AT_ONCE = 3

/** `useToast().good('Saved')`, `useToast().bad('Could not save')`. */
export const useToast = () => {
  const say = use(ToastContext)
  if (!say) throw new Error('useToast needs a ToastProvider above it')
  return say
}

export const ToastProvider = ({ children }: { children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const count = useRef(0)
  const add = useCallback((text: string, bad: boolean, title?: string) => {
    const id = ++count.current
    setToasts((now) => [...now.filter((toast) => toast.text !== text), { id, text, title, bad }].slice(-AT_ONCE))
  }, [])
  const close = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), [])
  const say = useMemo<Say>(
    () => ({ good: (text) => add(text, false), bad: (text, title) => add(text, true, title) }),
    [add],
  )
  return (
    <ToastContext value={say}>
      {children}
      {/* Both regions are always there: a screen reader announces what is put into a region that it knows. */}
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
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held || toast.bad) return
    const timer = setTimeout(() => close(toast.id), GOOD_MS)
    return () => clearTimeout(timer)
  }, [held, toast, close])
  return (
    <div
      className={classNames(css.toast, toast.bad && css.bad)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
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
