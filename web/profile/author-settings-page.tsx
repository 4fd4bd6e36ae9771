import { Link } from 'react-router'
import { updateAuthorPage } from '#contract/calls/authors.ts'
import type { User } from '#contract/shapes/people.ts'
import { FailureNotice } from '#web/accounts/failure-notice.tsx'
import { api } from '#web/api/api-client.ts'
import { authorPath } from '#web/books/author-path.ts'
import { Button } from '#web/ui/button.tsx'
import { AUTHOR_PAGE, PROFILE } from '#web/messages/profile.ts'
import { AuthorWords, useAuthorWords } from './author-words.tsx'
import { PenNames } from './pen-names.tsx'
import css from './profile.module.css'
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
  const { words, problems, fields, clear } = useAuthorWords('author-page', user)
  const { onSubmit, isPending, failure, errors } = useAccountForm({
    call: updateAuthorPage,
    check: () => problems,
    send: () => api(updateAuthorPage, { body: words }),
    onSuccess: clear,
  })
  return (
    <Setting
      title={AUTHOR_PAGE.says}
      text={
        <>
          {AUTHOR_PAGE.text} <Link to={authorPath(user.username)}>{AUTHOR_PAGE.see}</Link>
        </>
      }
    >
      <form onSubmit={onSubmit} noValidate className={css.long}>
        <FailureNotice failure={failure} />
        <AuthorWords fields={fields} errors={errors} />
        <Button type="submit" busy={isPending}>
          {isPending ? PROFILE.saving : PROFILE.save}
        </Button>
      </form>
    </Setting>
  )
}
