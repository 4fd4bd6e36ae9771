import {
  Bookmark,
  BookOpen,
  CaseSensitive,
  Download,
  Ellipsis,
  ExternalLink,
  Expand,
  Flag,
  HardDriveDownload,
  Keyboard,
  Link,
  Shrink,
  Volume2,
} from 'lucide'
import type { IconNode } from 'lucide'
import { useRef, useState } from 'react'
import type { ComponentProps, FocusEvent } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { READ_ALOUD } from '#web/messages/read-aloud.ts'
import { READING } from '#web/messages/reading.ts'
import { REPORT } from '#web/messages/reports.ts'
import css from './view-menu.module.css'

export interface Switch {
  isOn: boolean
  toggle: () => void
}

export interface View {
  /** Undefined where the book has none. */
  text: Switch | undefined
  twoPages: Switch
  /** Undefined if the browser does not support it. */
  fullScreen: Switch | undefined
  /** Copies a link to the selected passage, or else to the page. */
  copyLink: () => void
  hasPassage: boolean
  /** Undefined where there are no voices. */
  aloud: Switch | undefined
  /** Undefined until the reader's marks are loaded. */
  bookmark: Switch | undefined
  /** Keeps the book on this device. Undefined for visitors, and if the browser does not support it. */
  keep: Switch | undefined
  showKeys: () => void
  /** Undefined for visitors. */
  report: (() => void) | undefined
}

/** View settings and links to the file: a row of buttons, or on narrow screens a menu. */
export const ViewMenu = ({ view, url }: { view: View; url: string | undefined }) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  const { text, twoPages, fullScreen, copyLink, hasPassage, aloud, bookmark, keep, showKeys, report } = view
  return (
    <div
      role="group"
      aria-label={READING.more}
      className={css.menu}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <IconButton
        ref={button}
        label={READING.more}
        className={css.opener}
        aria-expanded={open}
        aria-controls="view-menu"
        onClick={() => setOpen(!open)}
      >
        <Icon of={Ellipsis} />
      </IconButton>
      <div id="view-menu" className={classNames(css.row, open && css.open)}>
        {text ? <Toggle of={CaseSensitive} label={READING.textView} keyHint="v" state={text} /> : <Gap />}
        <Toggle of={BookOpen} label={READING.twoPages} keyHint="s" state={twoPages} className={css.wide} />
        {aloud ? <Toggle of={Volume2} label={READ_ALOUD.title} keyHint="l" state={aloud} /> : <Gap />}
        {fullScreen && (
          <Item
            of={fullScreen.isOn ? Shrink : Expand}
            label={fullScreen.isOn ? READING.leaveFullScreen : READING.fullScreen}
            keyHint="f"
            onClick={fullScreen.toggle}
          />
        )}
        {bookmark ? <Toggle of={Bookmark} label={READING.bookmark} keyHint="b" state={bookmark} /> : report && <Gap />}
        <Item
          of={Link}
          label={hasPassage ? READING.copyPassage : READING.copyLink}
          keyHint="c"
          disabled={!url}
          onClick={copyLink}
        />
        {keep && <Toggle of={HardDriveDownload} label={KEPT_BOOKS.keep} state={keep} />}
        <Item of={Keyboard} label={READING.keys} keyHint="?" className={css.keys} onClick={showKeys} />
        {report && <Item of={Flag} label={REPORT.reportPage} disabled={!url} onClick={report} />}
        <a href={url} aria-disabled={!url} target="_blank" rel="noopener" title={READING.open}>
          <Icon of={ExternalLink} />
          <span>{READING.open}</span>
        </a>
        <a href={url && `${url}&download`} aria-disabled={!url} download title={READING.download}>
          <Icon of={Download} />
          <span>{READING.download}</span>
        </a>
      </div>
    </div>
  )
}

interface ItemProps extends ComponentProps<'button'> {
  of: IconNode
  label: string
  /** The key that does the same. */
  keyHint?: string
}

const Item = ({ of, label, keyHint, ...rest }: ItemProps) => (
  <button type="button" title={keyHint ? READING.withKey(label, keyHint) : label} aria-keyshortcuts={keyHint} {...rest}>
    <Icon of={of} />
    <span>{label}</span>
  </button>
)

/** The place of a button that may come later, so that the other buttons stay where they are. */
const Gap = () => <i className={css.gap} aria-hidden="true" />

const Toggle = ({ state, ...rest }: ItemProps & { state: Switch }) => (
  <Item aria-pressed={state.isOn} onClick={state.toggle} {...rest} />
)
