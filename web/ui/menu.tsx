import { useEffect, useId, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import type { To } from 'react-router'
import css from './menu.module.css'

/** A link or an action. */
export type MenuEntry = { label: string; to: To } | { label: string; onSelect: () => void }

interface MenuProps {
  /** The content of the button. */
  button: ReactNode
  /** The accessible name of the button, if it differs from its content. */
  label?: string
  entries: readonly MenuEntry[]
  className?: string | undefined
}

/** The place of the entry that takes the focus when the menu opens. */
const OPENS_AT: Readonly<Record<string, number | undefined>> = { ArrowDown: 0, ArrowUp: -1 }

/** A menu button: arrows, Home, End and first letters move focus; Escape closes the menu and returns focus to the button. */
export const Menu = ({ button, label, entries, className }: MenuProps) => {
  const [opensAt, setOpensAt] = useState<number>()
  const isOpen = opensAt !== undefined
  const trigger = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (opensAt !== undefined) itemsOf(list.current).at(opensAt)?.focus()
  }, [opensAt])
  const close = () => {
    setOpensAt(undefined)
    trigger.current?.focus()
  }
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpensAt(undefined)
  }
  return (
    <div className={css.menu} onBlur={leave}>
      <button
        ref={trigger}
        type="button"
        id={id}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // A press takes the focus from the entries in Safari, to nowhere: the click would open the menu again.
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onClick={() => (isOpen ? close() : setOpensAt(0))}
        onKeyDown={(event) => {
          const at = OPENS_AT[event.key]
          if (at === undefined) return
          event.preventDefault()
          setOpensAt(at)
        }}
      >
        {button}
      </button>
      {isOpen && (
        <div
          ref={list}
          role="menu"
          aria-labelledby={id}
          className={css.list}
          onKeyDown={(event) => handleKey(event, close)}
        >
          {entries.map((entry) => (
            <Entry key={entry.label} entry={entry} close={close} />
          ))}
        </div>
      )}
    </div>
  )
}

const Entry = ({ entry, close }: { entry: MenuEntry; close: () => void }) => {
  const shared = { role: 'menuitem', tabIndex: -1, className: css.entry, children: entry.label } as const
  if ('to' in entry) return <Link {...shared} to={entry.to} onClick={close} />
  const select = () => {
    close()
    entry.onSelect()
  }
  return <button {...shared} type="button" onClick={select} />
}

const itemsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

const handleKey = (event: KeyboardEvent<HTMLElement>, close: () => void) => {
  // Those of the browser.
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Tab') return close()
  const items = itemsOf(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, HTMLElement | undefined> = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items.at(at - 1),
    Home: items[0],
    End: items.at(-1),
  }
  const target = steps[event.key] ?? startingWith([...items.slice(at + 1), ...items.slice(0, at + 1)], event.key)
  if (event.key !== 'Escape' && !target) return
  event.preventDefault()
  if (target) target.focus()
  else close()
}

const startingWith = (items: HTMLElement[], key: string) =>
  key.length === 1 && key !== ' '
    ? items.find(({ textContent }) => textContent?.toLowerCase().startsWith(key.toLowerCase()))
    : undefined
