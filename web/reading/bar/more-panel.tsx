import {
  BookmarkCheck,
  BookmarkPlus,
  Download,
  Ellipsis,
  ExternalLink,
  Expand,
  Flag,
  HardDriveDownload,
  Keyboard,
  Link,
  Shrink,
} from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import type { BookFile } from '#contract/books.ts'
import { KEPT_BOOKS } from '#web/messages/kept-books.ts'
import { READING } from '#web/messages/reading.ts'
import { SHELVED } from '#web/messages/shelves.ts'
import { REPORT } from '#web/messages/reports.ts'
import type { ViewerState } from '#web/reading/format/opened-book.ts'
import { type Action, ActionRow, type Switch, switchAction } from './action.tsx'
import { BarPanel } from './bar-panel.tsx'
import css from './more-panel.module.css'
import { PageNumber } from './page-number.tsx'

export interface More {
  /** Undefined if the browser does not support it. */
  fullScreen: Switch | undefined
  /** Copies a link to the selected passage, or else to the page. */
  copyLink: () => void
  hasPassage: boolean
  /** Whether a browser shows the file itself. */
  isShownInline: boolean
  /** Keeps the book on this device. Undefined for visitors, and if the browser does not support it. */
  keep: Switch | undefined
  /** Puts the book on 'Want to read'. Undefined for visitors, and until it is known. */
  want: Switch | undefined
  showKeys: () => void
  /** Undefined for visitors. */
  report: (() => void) | undefined
}

interface MorePanelProps {
  more: More
  /** The links to the book's file; undefined until they are loaded. */
  file: BookFile | undefined
  /** Whether most readers have no file to save. */
  isReadHereOnly: boolean
  state: ViewerState
  /** Goes to the page with a name or number. */
  onGo: (name: string) => void
  /** Those of the bar, which are here on phones. */
  actions: Action[]
}

/** The rest of what can be done, with words beside the icons. */
export const MorePanel = ({ more, file, isReadHereOnly, state, onGo, actions }: MorePanelProps) => {
  const mayDownload = file ? file.downloadUrl !== undefined : !isReadHereOnly
  const { fullScreen, copyLink, hasPassage, isShownInline, keep, want, showKeys, report } = more
  const own: (Action | false | undefined)[] = [
    {
      icon: Link,
      label: hasPassage ? READING.copyPassage : READING.copyLink,
      keyHint: 'c',
      isDisabled: !file,
      act: copyLink,
    },
    switchAction({ icon: want?.isOn ? BookmarkCheck : BookmarkPlus, label: SHELVED.want }, want),
    switchAction({ icon: HardDriveDownload, label: KEPT_BOOKS.keep }, keep),
    fullScreen && {
      icon: fullScreen.isOn ? Shrink : Expand,
      label: fullScreen.isOn ? READING.leaveFullScreen : READING.fullScreen,
      keyHint: 'f',
      act: fullScreen.toggle,
    },
    report && { icon: Flag, label: REPORT.reportPage, isDisabled: !file, act: report },
  ]
  return (
    <BarPanel label={READING.more} icon={Ellipsis} className={css.panel}>
      {(close) => {
        const rowOf = (action: Action) => <ActionRow key={action.label} action={action} close={close} />
        return (
          <>
            <div className={css.narrow}>
              <div className={css.page}>
                <PageNumber
                  isNamed
                  state={state}
                  onGo={(name) => {
                    close()
                    onGo(name)
                  }}
                />
              </div>
              {actions.map(rowOf)}
            </div>
            {own.map((action) => action && rowOf(action))}
            {isShownInline && mayDownload && (
              <a href={file?.url} aria-disabled={!file} target="_blank" rel="noopener">
                <Icon of={ExternalLink} />
                {READING.open}
              </a>
            )}
            {mayDownload && (
              <a href={file?.downloadUrl} aria-disabled={!file} download>
                <Icon of={Download} />
                {READING.download}
              </a>
            )}
            {file?.epubUrl && (
              <a href={file.epubUrl} download>
                <Icon of={Download} />
                {READING.downloadEpub}
              </a>
            )}
            {file?.kepubUrl && (
              <a href={file.kepubUrl} download>
                <Icon of={Download} />
                {READING.downloadKepub}
              </a>
            )}
            <div className={css.keys}>
              {rowOf({ icon: Keyboard, label: READING.keys, keyHint: '?', act: showKeys })}
            </div>
          </>
        )
      }}
    </BarPanel>
  )
}
