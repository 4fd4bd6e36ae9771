import { useQuery } from '@tanstack/react-query'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { listVisibleComments } from '#contract/calls/comments.ts'
import { listBlocked, unblock } from '#contract/calls/moderation.ts'
import type { Output } from '#contract/api/endpoint.ts'
import { api } from '#web/api/api-client.ts'
import { Loaded } from '#web/api/loaded.tsx'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { BLOCKS } from '#web/messages/moderation.ts'
import { Button } from '#web/ui/button.tsx'
import css from './profile.module.css'
import { Setting } from './setting.tsx'

/** The people whom the account blocks, who can be unblocked here. */
export const BlockedPeople = () => (
  <Setting title={BLOCKS.title} text={BLOCKS.text}>
    <Loaded query={useQuery(query(listBlocked))} call={listBlocked} loading={BLOCKS.loading}>
      {(people) => <BlockedList people={people} />}
    </Loaded>
  </Setting>
)

const BlockedList = ({ people }: { people: Output<typeof listBlocked> }) => {
  const { mutate, isPending, variables } = useAction({
    call: unblock,
    send: ({ _id: id }: { _id: string; username: string }) => api(unblock, { params: { id } }),
    done: (_, { username }) => BLOCKS.unblocked(username),
    outdated: [listBlocked, getUserDetails, listVisibleComments],
  })
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
