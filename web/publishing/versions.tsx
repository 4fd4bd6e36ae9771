import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { useRef, useState } from 'react'
import { getManuscript, listVersions, removeVersion, restoreVersion } from '#contract/calls/versions.ts'
import type { BookVersion } from '#contract/versions.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { useAction } from '#web/api/use-action.ts'
import { query } from '#web/api/query.ts'
import { VERSIONS } from '#web/messages/publishing.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ConfirmDelete } from './confirm-delete.tsx'
import detailsCss from './details-fields.module.css'
import { VersionRow } from './version-row.tsx'
import css from './versions.module.css'

/** The files that a book has had, folded; its publisher goes back to one, or removes it. */
export const Versions = ({ bookId, mayChange = true }: { bookId: string; mayChange?: boolean }) => {
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<number>()
  const summary = useRef<HTMLElement>(null)
  const client = useQueryClient()
  const params = { id: bookId }
  const versions = useQuery({ ...query(listVersions, { params }), enabled: isOpen })
  // The button that was pressed is gone.
  const reload = () => {
    summary.current?.focus()
    return client.invalidateQueries()
  }
  const restore = useAction({
    call: restoreVersion,
    send: (number: number) => api(restoreVersion, { params: { ...params, number: String(number) }, body: {} }),
    done: (_, number) => VERSIONS.restored(number),
    onDone: reload,
  })
  // The answer to the link is a file to save, so the page stays.
  const download = useAction({
    call: getManuscript,
    send: (number: number) => api(getManuscript, { params: { ...params, number: String(number) } }),
    onDone: ({ downloadUrl }) => window.location.assign(downloadUrl),
  })
  const remove = useAction({
    call: removeVersion,
    send: (number: number) => api(removeVersion, { params: { ...params, number: String(number) } }),
    done: (_, number) => VERSIONS.removed(number),
    onDone: async () => {
      await reload()
      setAsked(undefined)
    },
    onFail: () => setAsked(undefined),
  })
  return (
    <details className={detailsCss.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary ref={summary}>
        <span>
          {VERSIONS.title}
          <small>{VERSIONS.text}</small>
        </span>
        <Icon of={Plus} />
      </summary>
      <Loaded query={versions} call={listVersions} loading={isOpen && VERSIONS.loading}>
        {(data) => (
          <ol className={css.list} reversed>
            {data.map((version, at) => (
              <VersionRow
                key={version.number}
                version={version}
                before={beforeOf(data, at)}
                mayChange={mayChange}
                busy={restore.isPending || remove.isPending}
                onRestore={() => restore.mutate(version.number)}
                onManuscript={() => download.mutate(version.number)}
                onRemove={() => setAsked(version.number)}
              />
            ))}
          </ol>
        )}
      </Loaded>
      <ConfirmDelete
        title={asked === undefined ? undefined : VERSIONS.name(asked)}
        text={VERSIONS.confirm(asked ?? 0)}
        busy={remove.isPending}
        onCancel={() => setAsked(undefined)}
        onDelete={() => asked !== undefined && remove.mutate(asked)}
      />
    </details>
  )
}

const beforeOf = (versions: BookVersion[], at: number) => versions[at + 1]
