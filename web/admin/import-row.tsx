import { genreName } from '#web/language/genre-name.ts'
import { useSentences } from '#web/language/use-sentences.ts'
import { useState } from 'react'
import { getImportReport, listImports, removeImport, startImport, stopImport } from '#contract/calls/imports.ts'
import { GENRES, type Genre } from '#contract/shapes/genres.ts'
import type { Import } from '#contract/imports.ts'
import { api } from '#web/api/api-client.ts'
import { IMPORTS } from '#web/messages/admin-import.ts'
import { Button } from '#web/ui/button.tsx'
import fieldCss from '#web/ui/field.module.css'
import { saveFile } from '#web/ui/save-file.ts'
import { formatTime } from '#web/ui/format-time.ts'
import { useAdminChanges } from './use-admin-action.ts'
import css from './imports.module.css'
import { SIGNS } from '#web/messages/signs.ts'

type Corrections = ReadonlyMap<string, Genre | null>

/** An import with what it would do or has done. */
export const ImportRow = ({ one }: { one: Import }) => {
  const { _id: id, name, publisher, madeAt, state, counts, leftOut, genres, failure, hasReport } = one
  const { mutate, isPending: busy } = useAdminChanges({ outdated: [listImports] })
  const [corrected, setCorrected] = useState<Corrections>(new Map())
  const translate = useSentences()
  const params = { id }
  const start = () => {
    const body = { genres: [...corrected].map(([tag, genre]) => ({ tag, genre })) }
    mutate({
      call: startImport,
      send: () => api(startImport, { params, body }),
      done: state === 'ready' ? IMPORTS.started : IMPORTS.goesOn,
    })
  }
  const saveReport = async () => {
    const { data } = await api(getImportReport, { params })
    saveFile({ name: data.name, type: 'text/csv', text: data.csv })
  }
  const isRunning = state === 'looking' || state === 'importing'
  const mayStart = state === 'ready' || state === 'stopped' || state === 'failed'
  return (
    <li>
      <h3 dir="auto">{IMPORTS.by(name, publisher)}</h3>
      <p className="muted">
        {IMPORTS.states[state]}
        {SIGNS.dot}
        <time dateTime={madeAt}>{formatTime(madeAt)}</time>
      </p>
      {failure !== null && <p dir="auto">{translate(failure)}</p>}
      <ImportProgress one={one} />
      <ul className={css.counts}>
        {(Object.keys(IMPORTS.counts) as (keyof typeof counts)[])
          .filter((kind) => counts[kind] > 0)
          .map((kind) => (
            <li key={kind}>{IMPORTS.counts[kind](counts[kind])}</li>
          ))}
        {one.authors > 0 && <li>{IMPORTS.authors(one.authors)}</li>}
      </ul>
      {leftOut.length > 0 && (
        <details>
          <summary>{IMPORTS.leftOut}</summary>
          <dl className={css.leftOut}>
            {leftOut.map((file) => (
              <div key={file.name}>
                <dt dir="auto">{file.name}</dt>
                <dd dir="auto">{translate(file.reason)}</dd>
              </div>
            ))}
          </dl>
          <p className="muted">{IMPORTS.leftOutMore}</p>
        </details>
      )}
      {mayStart && genres.length > 0 && (
        <details>
          <summary>{IMPORTS.genres}</summary>
          <p className="muted">{IMPORTS.genresText}</p>
          <ul className={css.genres}>
            {genres.map(({ tag, genre, books }) => (
              <li key={tag}>
                <span dir="auto">{IMPORTS.tagged(tag, books)}</span>
                <select
                  aria-label={IMPORTS.genreOf(tag)}
                  className={fieldCss.control}
                  value={(corrected.has(tag) ? corrected.get(tag) : genre) ?? ''}
                  onChange={({ target: { value } }) =>
                    setCorrected(new Map(corrected).set(tag, GENRES.find((known) => known === value) ?? null))
                  }
                >
                  <option value="">{IMPORTS.noGenre}</option>
                  {GENRES.map((known) => (
                    <option key={known} value={known}>
                      {genreName(known)}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={css.actions}>
        {mayStart && (
          <Button
            busy={busy}
            aria-label={state === 'ready' ? IMPORTS.startOf(name) : IMPORTS.goOnOf(name)}
            onClick={start}
          >
            {state === 'ready' ? IMPORTS.start : IMPORTS.goOn}
          </Button>
        )}
        {isRunning && (
          <Button
            kind="quiet"
            busy={busy}
            aria-label={IMPORTS.stopOf(name)}
            onClick={() => mutate({ call: stopImport, send: () => api(stopImport, { params }), done: IMPORTS.stopped })}
          >
            {IMPORTS.stop}
          </Button>
        )}
        {hasReport && (
          <Button
            kind="quiet"
            busy={busy}
            aria-label={IMPORTS.reportOf(name)}
            onClick={() => mutate({ call: getImportReport, send: saveReport })}
          >
            {IMPORTS.report}
          </Button>
        )}
        {!isRunning && (
          <Button
            kind="quiet"
            busy={busy}
            aria-label={IMPORTS.removeOf(name)}
            onClick={() =>
              mutate({ call: removeImport, send: () => api(removeImport, { params }), done: IMPORTS.removed })
            }
          >
            {IMPORTS.remove}
          </Button>
        )}
      </div>
    </li>
  )
}

const ImportProgress = ({ one: { state, done, total } }: { one: Import }) => {
  if (state !== 'looking' && state !== 'importing') return null
  if (total === null) return <p role="status">{IMPORTS.reading}</p>
  return (
    <p role="status" className={css.progress}>
      <progress max={Math.max(total, 1)} value={done} aria-label={IMPORTS.states[state]} />
      {IMPORTS.progress(done, total)}
    </p>
  )
}
