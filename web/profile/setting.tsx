import { type ReactNode, useEffect, useRef } from 'react'
import css from './profile.module.css'

interface SettingProps {
  title: string
  text?: ReactNode
  children: ReactNode
}

/** One account setting: its title and explanation, and the controls to change it. */
export const Setting = ({ title, text, children }: SettingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const controls = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current: element } = controls
    if (!element) return
    let focused: EventTarget | null = null
    const onFocus = ({ target }: FocusEvent) => (focused = target)
    // A button that ends or removes something is gone with it.
    const observer = new MutationObserver(() => {
      if (focused instanceof Element && !focused.isConnected && document.activeElement === document.body)
        heading.current?.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', onFocus)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [])
  return (
    <section className={css.setting}>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {text && <p className="muted">{text}</p>}
      </div>
      <div ref={controls} className={css.change}>
        {children}
      </div>
    </section>
  )
}
