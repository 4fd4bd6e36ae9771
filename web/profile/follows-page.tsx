import { Link } from 'react-router'
import { FOLLOWS_AT_ONCE } from '#contract/values/follows.ts'
import { getFollow, listFollows, unfollow } from '#contract/calls/follows.ts'
import type { Follow } from '#contract/follows.ts'
import { genreNamed } from '#contract/shapes/genres.ts'
import type { User } from '#contract/shapes/people.ts'
import { api } from '#web/api/api-client.ts'
import { query } from '#web/api/query.ts'
import { useAction } from '#web/api/use-action.ts'
import { authorPath } from '#web/books/author-path.ts'
import { genrePath } from '#web/books/genre-path.ts'
import { genreName } from '#web/language/genre-name.ts'
import { FOLLOW, FOLLOWS } from '#web/messages/notices.ts'
import { Button } from '#web/ui/button.tsx'
import { MorePages, usePages } from './more-pages.tsx'
import { ChangeLanguage } from './change-language.tsx'
import { NoticeWays } from './notice-ways.tsx'
import css from './notices.module.css'
import { ProfileFrame, ProfilePages } from './profile-frame.tsx'
import profileCss from './profile.module.css'
import { Setting } from './setting.tsx'
import { WeeklyMail } from './weekly-mail.tsx'

/** What a member follows, and how the member is told of what, the weekly mail included. */
export const FollowsPage = () => (
  <ProfileFrame title={FOLLOWS.title} guest={settingsOf}>
    {(user) => (
      <>
        <ProfilePages />
        {settingsOf(user)}
      </>
    )}
  </ProfileFrame>
)

const settingsOf = (user: User) => (
  <div className={`wrap ${profileCss.page}`}>
    <h1 className={profileCss.heading}>{FOLLOWS.title}</h1>
    <p className={css.top}>
      <Link to="/notices">{FOLLOWS.inbox}</Link>
    </p>
    <Setting title={FOLLOWS.how} text={user.guest ? `${FOLLOWS.howText} ${FOLLOWS.guests}` : FOLLOWS.howText}>
      <NoticeWays hasMails={user.verified && !user.guest} />
    </Setting>
    {user.verified && !user.guest && <WeeklyMail user={user} />}
    {!user.guest && <ChangeLanguage user={user} />}
    <Setting title={FOLLOWS.list} text={FOLLOWS.listText}>
      <Followed />
    </Setting>
  </div>
)

const Followed = () => {
  const { all, list, ...more } = usePages(
    (before) => query(listFollows, before ? { query: { before } } : {}),
    FOLLOWS_AT_ONCE,
  )
  const stop = useAction({
    call: unfollow,
    send: ({ kind, id }: Follow) => api(unfollow, { params: { kind, id } }),
    done: (_, followed) => FOLLOW.unfollowed(nameOf(followed)),
    outdated: [listFollows, getFollow],
  })
  return (
    <>
      {all.length > 0 && (
        <ol ref={list} className={css.notices}>
          {all.map((one) => (
            <li key={one._id} className={css.followed}>
              <span>
                <span className="muted">{FOLLOWS.kinds[one.kind]}</span>{' '}
                <Link to={pathOf(one)} dir="auto">
                  {nameOf(one)}
                </Link>
              </span>
              <Button
                kind="quiet"
                aria-label={FOLLOWS.stopOf(nameOf(one))}
                busy={stop.isPending && stop.variables._id === one._id}
                onClick={() => stop.mutate(one)}
              >
                {FOLLOWS.stop}
              </Button>
            </li>
          ))}
        </ol>
      )}
      {more.lastPage?.data && all.length === 0 && <p>{FOLLOWS.none}</p>}
      <MorePages {...more} call={listFollows} texts={FOLLOWS} />
    </>
  )
}

/** Genres have English names in the API. */
const nameOf = ({ kind, name }: Follow): string => (kind === 'genre' ? genreName(name) : name)

const pathOf = ({ kind, id }: Follow): string => {
  if (kind === 'author') return authorPath(id)
  if (kind === 'tag') return `/library?${new URLSearchParams({ tag: id })}`
  const genre = kind === 'genre' ? genreNamed(id) : undefined
  if (genre) return genrePath(genre)
  return kind === 'series' ? `/series/${id}` : `/books/${id}`
}
