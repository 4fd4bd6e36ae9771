import { useQuery } from '@tanstack/react-query'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { listVisibleComments } from '#contract/calls/comments.ts'
import { listBlocked, unblock } from '#contract/calls/moderation.ts'
import { api } from '#web/api/api-client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { BLOCKS } from '#web/messages/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorNotice } from '#web/ui/notice.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'

/** The people whom the account blocks, who can be unblocked here. */
export const BlockedPeople = () => (
  <Setting title={BLOCKS.title} text={BLOCKS.text}>
    <BlockedList />
  </Setting>
)

const BlockedList = () => {
  const { data: people, error, refetch } = useQuery(query(listBlocked))
  const { mutate, isPending, variables } = useAction({
    call: unblock,
    send: ({ _id: id }: { _id: string; username: string }) => api(unblock, { params: { id } }),
    done: (_, { username }) => BLOCKS.unblocked(username),
    outdated: [listBlocked, getUserDetails, listVisibleComments],
  })
  if (!people && error) return <ErrorNotice message={errorMessage(error, listBlocked)} onRetry={() => void refetch()} />
  if (!people) return <Loading text={BLOCKS.loading} />
  if (people.length === 0) return <p>{BLOCKS.none}</p>
  return (
    <ul className={css.sessions}>
      {people.map((person) => (
        <li key={person._id}>
          <p>
            <b dir="auto">{person.username}</b>
          </p>
          <Button
            kind="quiet"
            busy={isPending && variables._id === person._id}
            aria-label={BLOCKS.unblockOf(person.username)}
            onClick={() => mutate(person)}
          >
            {BLOCKS.unblock}
          </Button>
        </li>
      ))}
    </ul>
  )
}
