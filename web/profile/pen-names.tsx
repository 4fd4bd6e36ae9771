import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { deletePenName, listPenNames } from '#contract/calls/pen-names.ts'
import { PEN_NAMES_MAX } from '#contract/values/pen-names.ts'
import type { User } from '#contract/shapes/people.ts'
import type { PenName } from '#contract/pen-names.ts'
import { Avatar } from '#web/accounts/avatar.tsx'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { useAction } from '#web/api/use-action.ts'
import { keyOf, query } from '#web/api/query.ts'
import { authorPath } from '#web/books/author-path.ts'
import { PEN_NAMES } from '#web/messages/pen-names.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { PenNameDialog } from './pen-name-dialog.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'

/** The session says whether there are any. */
const CHANGED = [listPenNames, getUserDetails]

/** The names that an author can publish under besides the username. */
export const PenNames = ({ user }: { user: User }) => (
  <Setting
    title={PEN_NAMES.title}
    text={
      <>
        {PEN_NAMES.text} {PEN_NAMES.advice}
      </>
    }
  >
    <Loaded query={useQuery(query(listPenNames))} call={listPenNames} loading={PEN_NAMES.loading}>
      {(penNames) => <List penNames={penNames} isAuthor={user.userType !== 'reader'} />}
    </Loaded>
  </Setting>
)

const List = ({ penNames, isAuthor }: { penNames: PenName[]; isAuthor: boolean }) => {
  const [edited, setEdited] = useState<PenName | 'new'>()
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, variables } = useAction({
    call: deletePenName,
    send: ({ _id: id }: PenName) => api(deletePenName, { params: { id } }),
    done: (_, { name }) => PEN_NAMES.removed(name),
    outdated: CHANGED,
  })
  return (
    <>
      {penNames.length === 0 ? (
        <p>{isAuthor ? PEN_NAMES.none : PEN_NAMES.authorsOnly}</p>
      ) : (
        <ul className={css.sessions}>
          {penNames.map((one) => (
            <li key={one._id} className={css.passkey}>
              <div className={css.penName}>
                <Avatar user={{ username: one.name, profileImage: one.image }} />
                <p>
                  <b dir="auto">{one.name}</b>
                  <span className="muted">{PEN_NAMES.books(one.books)}</span>
                </p>
              </div>
              <div>
                {one.books > 0 ? (
                  <Link to={authorPath(one.name)} aria-label={PEN_NAMES.pageOf(one.name)}>
                    {PEN_NAMES.page}
                  </Link>
                ) : (
                  <Button
                    kind="quiet"
                    aria-label={PEN_NAMES.removeOf(one.name)}
                    busy={isPending && variables._id === one._id}
                    onClick={() => mutate(one)}
                  >
                    {PEN_NAMES.remove}
                  </Button>
                )}
                <Button kind="quiet" aria-label={PEN_NAMES.editOf(one.name)} onClick={() => setEdited(one)}>
                  {PEN_NAMES.edit}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isAuthor && penNames.length < PEN_NAMES_MAX && <Button onClick={() => setEdited('new')}>{PEN_NAMES.add}</Button>}
      {edited && (
        <PenNameDialog
          penName={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={({ name }) => {
            setEdited(undefined)
            toast.good(PEN_NAMES.saved(name))
            for (const call of CHANGED) void client.invalidateQueries({ queryKey: keyOf(call) })
          }}
        />
      )}
    </>
  )
}
