import { useState } from 'react'
import { Link } from 'react-router'
import { ABOUT_MAX, updateAuthorPage } from '#contract/calls/authors.ts'
import type { User } from '#contract/people.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { authorPath } from '#web/books/author-path.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { AUTHOR_PAGE, PROFILE } from '#web/messages/profile.ts'
import { PenNames } from './pen-names.tsx'
import { ProfilePage } from './profile-frame.tsx'
import { Setting } from './setting.tsx'
import { useAccountForm } from './use-account-change.ts'

/** Where an author writes what stands on the author's page, and makes pen names. */
export const AuthorSettingsPage = () => (
  <ProfilePage title={AUTHOR_PAGE.title}>
    {(user) => (
      <>
        <ChangeAuthorPage user={user} />
        <PenNames user={user} />
      </>
    )}
  </ProfilePage>
)

const ChangeAuthorPage = ({ user }: { user: User }) => {
  const [about, setAbout] = useState(user.about ?? '')
  const [links, setLinks] = useState(user.links.join('\n'))
  const isLong = [...about.trim()].length > ABOUT_MAX
  const { onSubmit, isPending, failure, errors } = useAccountForm({
    call: updateAuthorPage,
    check: () => ({ ...(isLong && { about: AUTHOR_PAGE.long }) }),
    send: () =>
      api(updateAuthorPage, { body: { about, links: links.split('\n').filter((link) => link.trim() !== '') } }),
  })
  // The server names the line of a link that it refuses.
  const badLink = Object.entries(errors).find(([field]) => field.startsWith('links'))?.[1]
  return (
    <Setting
      title={AUTHOR_PAGE.says}
      text={
        <>
          {AUTHOR_PAGE.text} <Link to={authorPath(user.username)}>{AUTHOR_PAGE.see}</Link>
        </>
      }
    >
      <form onSubmit={onSubmit} noValidate>
        <FailureNotice failure={failure} />
        <TextArea
          label={AUTHOR_PAGE.about}
          name="about"
          hint={AUTHOR_PAGE.aboutHint}
          rows={4}
          value={about}
          error={errors['about']}
          onChange={(event) => setAbout(event.target.value)}
        />
        <TextArea
          label={AUTHOR_PAGE.links}
          name="links"
          hint={AUTHOR_PAGE.linksHint}
          rows={3}
          value={links}
          error={badLink}
          onChange={(event) => setLinks(event.target.value)}
        />
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : PROFILE.save}
        </Button>
      </form>
    </Setting>
  )
}
