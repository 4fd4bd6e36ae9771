import type { BookVersion } from '#contract/versions.ts'
import { megabytes } from '#web/messages/counts.ts'
import { VERSIONS } from '#web/messages/publishing.ts'
import { Button } from '#web/ui/button.tsx'
import { pagesOf } from './file-field.tsx'
import css from './versions.module.css'
import { LANGUAGE } from '#web/messages/language.ts'
import { SIGNS } from '#web/messages/signs.ts'

const DAY = new Intl.DateTimeFormat(LANGUAGE.locale, { day: 'numeric', month: 'short', year: 'numeric' })

interface VersionRowProps {
  version: BookVersion
  /** The one before it that is still listed. */
  before: BookVersion | undefined
  mayChange: boolean
  busy: boolean
  onRestore: () => void
  onManuscript: () => void
  onRemove: () => void
}

/** One file of a book: its numbers, and how they differ from those of the one before. */
export const VersionRow = ({
  version,
  before,
  mayChange,
  busy,
  onRestore,
  onManuscript,
  onRemove,
}: VersionRowProps) => {
  const { number, note, createdAt, bytes, isCurrent, sameAs, manuscript, fileName } = version
  const day = DAY.format(new Date(createdAt))
  return (
    <li className={css.version}>
      <p>
        <strong>{VERSIONS.name(number)}</strong>
        {isCurrent && <span className={css.current}>{VERSIONS.current}</span>}
      </p>
      {note !== null && <p dir="auto">{note}</p>}
      <p className="hint">{VERSIONS.facts(day, pagesOf(version) ?? '', megabytes(bytes))}</p>
      {fileName && (
        <p className="hint" dir="auto">
          {VERSIONS.uploadedAs(fileName)}
        </p>
      )}
      {sameAs !== null && <p className="hint">{VERSIONS.same(sameAs)}</p>}
      {before && <p className="hint">{changesOf(version, before)}</p>}
      {(manuscript || (mayChange && !isCurrent)) && (
        <p className={css.actions}>
          {manuscript && (
            <Button kind="quiet" onClick={onManuscript}>
              {VERSIONS.manuscript(manuscript.name)}
            </Button>
          )}
          {mayChange && !isCurrent && (
            <>
              <Button kind="quiet" busy={busy} aria-label={VERSIONS.restoreOf(number)} onClick={onRestore}>
                {VERSIONS.restore}
              </Button>
              <Button kind="quiet" danger busy={busy} aria-label={VERSIONS.removeOf(number)} onClick={onRemove}>
                {VERSIONS.remove}
              </Button>
            </>
          )}
        </p>
      )}
    </li>
  )
}

/** Empty where neither differs. */
const changesOf = (version: BookVersion, before: BookVersion) => {
  const pages = version.pageCount - before.pageCount
  const bytes = version.bytes - before.bytes
  const changes = [
    ...(pages === 0 ? [] : [pages > 0 ? VERSIONS.pagesMore(pages) : VERSIONS.pagesFewer(-pages)]),
    ...(bytes === 0 ? [] : [bytes > 0 ? VERSIONS.larger(megabytes(bytes)) : VERSIONS.smaller(megabytes(-bytes))]),
  ]
  return changes.length > 0 ? VERSIONS.than(changes.join(SIGNS.comma), before.number) : ''
}
