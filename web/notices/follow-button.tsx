import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing } from 'lucide'
import { follow, getFollow, listFollows, unfollow } from '#contract/calls/follows.ts'
import type { FollowKind } from '#contract/values/follows.ts'
import { api } from '#web/api/api-client.ts'
import { keyOf, query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { FOLLOW } from '#web/messages/notices.ts'
import { useSession } from '#web/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

interface FollowButtonProps {
  kind: FollowKind
  /** As in the path of the call: the name of an author, an id, a genre or a tag. */
  id: string
  name: string
}

/** Follows something with one press, and stops with another. Under one's own name it tells how many follow it. */
export const FollowButton = ({ kind, id, name }: FollowButtonProps) => {
  const { user } = useSession()
  const client = useQueryClient()
  const params = { kind, id }
  const asked = query(getFollow, { params })
  const { data, isError } = useQuery({ ...asked, enabled: Boolean(user) })
  const { mutate, isPending } = useAction({
    call: follow,
    send: (isWanted: boolean) => api(isWanted ? follow : unfollow, { params }),
    done: (_, isFollowed) => (isFollowed ? FOLLOW.followed(name) : FOLLOW.unfollowed(name)),
    onDone: (_, isFollowed) => {
      client.setQueryData(asked.queryKey, { isFollowed })
      void client.invalidateQueries({ queryKey: keyOf(listFollows) })
    },
  })
  if (!user) return null
  if (data?.followers !== undefined) return <span className="muted">{FOLLOW.followers(data.followers)}</span>
  const isFollowed = data?.isFollowed ?? false
  return (
    <Button
      kind="quiet"
      aria-pressed={isFollowed}
      aria-label={FOLLOW.followOf(name)}
      busy={isPending || !(data || isError)}
      onClick={() => mutate(!isFollowed)}
    >
      <Icon of={isFollowed ? BellRing : Bell} />
      {isFollowed ? FOLLOW.following : FOLLOW.follow}
    </Button>
  )
}

/** The button at its place on a page that the server renders. */
export const FollowPlace = (props: FollowButtonProps) => (
  <span className="follow-place">
    <FollowButton {...props} />
  </span>
)
